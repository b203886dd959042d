package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.delta.ExtentHash;
import io.sluice.mover.delta.OldParts;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * One data stream of the receiver. Bytes stay in the landing buffer until it is full or the extent
 * is at its end; then they are added to the checksum and written, both while they are warm.
 *
 * <p>On the channel's event loop, but for {@link #close} and {@link #isStalled}.
 */
final class ReceiveStream implements FrameReader.Target {
  private static final long REPORT_NANOS = 250_000_000;

  private final int number;
  private final Channel channel;
  private final FrameReader reader;
  private final Landing landing;
  private final Receiver receiver;
  private final Clocks clocks;
  private final CRC32C crc = new CRC32C();
  private Frame frame;
  private IncomingFile file;
  private IncomingFile.Claim claim;
  private long position;

  /** What is held: a range of the landing buffer. */
  private int heldFrom;

  private int heldLength;
  private boolean unanswered;
  private boolean onPurpose;
  private long reportedAt;
  private int partial;
  private long pausedAt;
  private volatile long progressAt = System.nanoTime();
  private volatile boolean busy;

  ReceiveStream(
      int number, Channel channel, FrameReader reader, Landing landing, Receiver receiver) {
    this.number = number;
    this.channel = channel;
    this.reader = reader;
    this.landing = landing;
    this.receiver = receiver;
    this.clocks = receiver.clocks();
  }

  int number() {
    return number;
  }

  /** Ends the stream. Any thread. */
  void close() {
    channel.close();
  }

  /** Whether a frame is under way of which nothing came for that long. Any thread. */
  boolean isStalled(long now, long nanos) {
    return busy && now - progressAt > nanos;
  }

  private void resumed() {
    if (pausedAt != 0) {
      long now = System.nanoTime();
      (busy ? clocks.wire : clocks.idle).add(now - pausedAt);
      progressAt = now;
      pausedAt = 0;
    }
  }

  @Override
  public void dataBegins(Frame next) {
    resumed();
    frame = next;
    position = next.offset();
    file = receiver.file(next.id());
    claim = file == null ? IncomingFile.Claim.GONE : file.claim(this, next.offset(), next.length());
    crc.reset();
    reportedAt = System.nanoTime();
    busy = true;
  }

  @Override
  public void data(ByteBuf bytes, int index, int length) {
    resumed();
    long at = bytes.hasMemoryAddress() ? bytes.memoryAddress() + index - landing.address() : -1;
    boolean landed = landing.address() != 0 && at >= 0 && at < landing.buffer().capacity();
    if (landed && heldLength > 0 && at == heldFrom + heldLength) {
      heldLength += length;
    } else {
      write();
      if (!landed) {
        take(bytes.nioBuffer(index, length));
        return;
      }
      heldFrom = (int) at;
      heldLength = length;
      landing.hold(true);
    }
    if (landing.isFull()) {
      write();
    }
  }

  /** Writes what is held. */
  private void write() {
    if (heldLength > 0) {
      int length = heldLength;
      heldLength = 0;
      landing.hold(false);
      take(landing.buffer().internalNioBuffer(heldFrom, length));
    }
  }

  private void take(ByteBuffer bytes) {
    int length = bytes.remaining();
    Frame.update(crc, bytes);
    if (claim == IncomingFile.Claim.WRITE) {
      long before = System.nanoTime();
      try {
        file.sink.write(bytes, position);
      } catch (IOException e) {
        file.release(this);
        claim = IncomingFile.Claim.GONE;
        receiver.unwritable(file, e);
      }
      clocks.disk.add(System.nanoTime() - before);
    }
    position += length;
    report();
  }

  /** Lets both sides know how far a long extent is. */
  private void report() {
    long now = System.nanoTime();
    if (claim != IncomingFile.Claim.WRITE || now - reportedAt < REPORT_NANOS) {
      return;
    }
    reportedAt = now;
    int written = (int) (position - frame.offset());
    receiver.partial(written - partial);
    partial = written;
    channel.write(
        Control.frame(channel, Type.PARTIAL, 0, frame.id(), frame.offset(), written, out -> {}));
    unanswered = true;
  }

  private void forgetPartial() {
    if (partial > 0) {
      receiver.partial(-partial);
      partial = 0;
    }
  }

  @Override
  public void dataEnds(int sum) {
    write();
    clocks.wireBytes.add(frame.length() + Frame.HEADER + Frame.TRAILER);
    forgetPartial();
    boolean right = sum == (int) crc.getValue();
    // A sender that could not read on fills its frame and says so by the complement.
    onPurpose = sum == ~(int) crc.getValue();
    if (claim == IncomingFile.Claim.WRITE) {
      land(right, false);
    } else if (!right) {
      damaged();
    } else if (claim == IncomingFile.Claim.LANDED) {
      answer(Type.ACK, 0);
    } else {
      answer(Type.NAK, claim == IncomingFile.Claim.BUSY ? Frames.BUSY : Frames.GONE);
    }
    frame = null;
    file = null;
    busy = false;
    progressAt = System.nanoTime();
  }

  private void land(boolean right, boolean fromBefore) {
    if (!right) {
      file.release(this);
      damaged();
      return;
    }
    if (fromBefore) {
      file.sink.same(frame.offset(), length());
    } else if (!note()) {
      return;
    }
    if (file.landed(this, (int) crc.getValue(), fromBefore)) {
      receiver.arrived(number, length(), fromBefore);
      answer(Type.ACK, fromBefore ? Frames.RESUMED : 0);
    } else {
      answer(Type.NAK, Frames.GONE);
    }
  }

  private boolean note() {
    try {
      file.sink.landed(frame.offset(), length());
      return true;
    } catch (IOException e) {
      file.release(this);
      receiver.unwritable(file, e);
      answer(Type.NAK, Frames.GONE);
      return false;
    }
  }

  private int length() {
    return frame.type() == Type.CHECK ? frame.aux() : frame.length();
  }

  private void damaged() {
    if (!onPurpose) {
      receiver.corrupt();
    }
    answer(Type.NAK, Frames.DAMAGED);
  }

  private void answer(int type, int aux) {
    channel.write(Control.frame(channel, type, frame.id(), frame.offset(), aux, out -> {}));
    unanswered = true;
  }

  @Override
  public void frame(Frame next, ByteBuf payload) {
    resumed();
    if (next.type() == Type.PACK && receiver.takesPacks()) {
      clocks.wireBytes.add(next.length() + Frame.HEADER + Frame.TRAILER);
      receiver.pack(number, channel, next, payload);
      progressAt = System.nanoTime();
      return;
    }
    if (next.type() == Type.COMPARE) {
      compare(next, payload);
      return;
    }
    if (next.type() != Type.CHECK) {
      Frames.unknown(next);
      return;
    }
    int length = next.aux();
    if (payload.readableBytes() != ExtentHash.LENGTH
        || length <= 0
        || length > receiver.settings().extent()) {
      throw new Fields.MalformedException("a check is out of range");
    }
    frame = next;
    file = receiver.file(next.id());
    claim = file == null ? IncomingFile.Claim.GONE : file.claim(this, next.offset(), length);
    if (claim == IncomingFile.Claim.WRITE) {
      if (same(payload, length)) {
        land(true, true);
      } else {
        file.release(this);
        answer(Type.NAK, Frames.DIFFERENT);
      }
    } else if (claim == IncomingFile.Claim.LANDED) {
      answer(Type.ACK, 0);
    } else {
      answer(Type.NAK, claim == IncomingFile.Claim.BUSY ? Frames.BUSY : Frames.GONE);
    }
    frame = null;
    file = null;
    progressAt = System.nanoTime();
  }

  private void compare(Frame next, ByteBuf payload) {
    int length = next.aux();
    if (length <= 0 || length > receiver.settings().extent()) {
      throw new Fields.MalformedException("a comparison is out of range");
    }
    clocks.wireBytes.add(next.length() + Frame.HEADER + Frame.TRAILER);
    frame = next;
    file = receiver.file(next.id());
    claim =
        file == null || !file.isBased()
            ? IncomingFile.Claim.GONE
            : file.claim(this, next.offset(), length);
    if (claim == IncomingFile.Claim.WRITE) {
      compare(payload, length);
    } else if (claim == IncomingFile.Claim.LANDED) {
      answer(Type.ACK, 0);
    } else {
      answer(Type.NAK, claim == IncomingFile.Claim.BUSY ? Frames.BUSY : Frames.GONE);
    }
    frame = null;
    file = null;
    progressAt = System.nanoTime();
  }

  private void compare(ByteBuf payload, int length) {
    long before = System.nanoTime();
    OldParts old;
    ByteBuf scratch = channel.alloc().directBuffer(SendStream.CHUNK);
    ByteBuffer buffer = scratch.nioBuffer(0, SendStream.CHUNK);
    try {
      old = file.basis.compare(frame.offset(), length, payload, buffer);
    } catch (IOException e) {
      file.release(this);
      receiver.unwritable(file, e);
      answer(Type.NAK, Frames.GONE);
      return;
    } finally {
      scratch.release();
      clocks.disk.add(System.nanoTime() - before);
    }
    receiver.arrived(number, file.landed(this, old), true);
    byte[] bits = Arrays.copyOf(old.same().toByteArray(), old.parts().octets());
    channel.write(
        Control.frame(
            channel,
            Type.COMPARED,
            frame.id(),
            frame.offset(),
            length,
            out -> out.writeBytes(bits)));
    unanswered = true;
  }

  private boolean same(ByteBuf expected, int length) {
    byte[] there = new byte[ExtentHash.LENGTH];
    expected.readBytes(there);
    ByteBuf scratch = channel.alloc().directBuffer(SendStream.CHUNK);
    long before = System.nanoTime();
    crc.reset();
    try {
      byte[] here = ExtentHash.of(file.sink::read, frame.offset(), length, scratch, crc);
      return Arrays.equals(here, there);
    } catch (IOException e) {
      return false;
    } finally {
      clocks.disk.add(System.nanoTime() - before);
      scratch.release();
    }
  }

  @Override
  public void pause() {
    if (unanswered) {
      unanswered = false;
      channel.flush();
    }
    if (pausedAt == 0) {
      pausedAt = System.nanoTime();
      progressAt = pausedAt;
      busy = reader.expected() > 0;
    }
  }

  @Override
  public void broken(Throwable cause) {
    busy = false;
    heldLength = 0;
    forgetPartial();
    if (file != null && claim == IncomingFile.Claim.WRITE) {
      file.release(this);
    }
    landing.close();
    receiver.detach(this);
  }
}
