package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * What a side tells, after the proof, for the other to send frames to it.
 *
 * @param worker the name of its worker
 * @param address the worker's UCX address, of at most {@link #MAX_ADDRESS} bytes: a wrong byte in
 *     it can abort the process inside of UCX, so it is only taken from a peer that proved itself,
 *     and only where {@link WorkerAddress} finds it like this side's own
 * @param pairId the id that frames about the pair of workers bear
 * @param streamId the id that frames of this stream bear
 * @param window bytes of payload that may be under way
 * @param frames numbered frames that may be under way
 */
record Offer(
    WorkerId worker, ByteBuffer address, long pairId, long streamId, int window, int frames) {
  static final int MAX_ADDRESS = 2048;
  private static final int MAX_WINDOW = 1 << 30;
  private static final int MIN_WINDOW = Frame.MAX_EAGER;
  private static final int MAX_FRAMES = 1 << 16;

  void writeTo(ByteBuf out) {
    out.writeLong(worker.value().getMostSignificantBits());
    out.writeLong(worker.value().getLeastSignificantBits());
    out.writeLong(pairId).writeLong(streamId).writeInt(window).writeInt(frames);
    out.writeShort(address.remaining()).writeBytes(address.duplicate());
  }

  /**
   * @throws PrefaceException where a number is out of its bounds or bytes are missing
   */
  static Offer readFrom(ByteBuf in) throws PrefaceException {
    if (in.readableBytes() < 42) {
      throw new PrefaceException(Fallback.NO_UCX, "the offer is too short");
    }
    WorkerId worker = new WorkerId(new UUID(in.readLong(), in.readLong()));
    long pairId = in.readLong();
    long streamId = in.readLong();
    int window = in.readInt();
    int frames = in.readInt();
    int length = in.readUnsignedShort();
    if (window < MIN_WINDOW || window > MAX_WINDOW || frames < 4 || frames > MAX_FRAMES) {
      throw new PrefaceException(Fallback.NO_UCX, "the offered window is out of bounds");
    }
    if (length == 0 || length > MAX_ADDRESS || length != in.readableBytes()) {
      throw new PrefaceException(Fallback.NO_UCX, "the worker address has a wrong length");
    }
    byte[] address = new byte[length];
    in.readBytes(address);
    return new Offer(
        worker, ByteBuffer.wrap(address).asReadOnlyBuffer(), pairId, streamId, window, frames);
  }
}
