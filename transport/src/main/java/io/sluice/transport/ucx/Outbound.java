package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;

/**
 * The sending half of a stream: numbers frames and keeps to the peer's credit.
 *
 * <p>Messages below the threshold are copied into eager frames, many into one, and are done then,
 * as with a socket's buffer. Larger ones are offered where they are; such a message stays at the
 * head of the channel's buffer until the peer has fetched it, while those behind it go on their
 * way.
 */
final class Outbound implements ChannelOutboundBuffer.MessageProcessor {
  /** Messages that may have been handed to UCX before the first of them is done. */
  private static final int MAX_IN_FLIGHT = 64;

  private final UcxPath path;
  private final int peerWindow;
  private final int peerFrames;
  private final int threshold;
  private final int maxBulk;
  private final ArrayDeque<Message> inFlight = new ArrayDeque<>();
  private ChannelOutboundBuffer buffer;
  private int sequence;
  private long sentBytes;
  private int frameLimit;
  private long byteLimit;
  private Message partial;
  private int partialOffset;
  private boolean waiting;
  private boolean ended;
  private boolean endAcknowledged;

  // Arguments and result of processMessage.
  private SendOperation filling;
  private int room;
  private int skip;
  private Object found;

  Outbound(UcxPath path, Offer peer, int threshold) {
    this.path = path;
    this.peerWindow = peer.window();
    this.peerFrames = peer.frames();
    this.threshold = threshold;
    this.maxBulk = Math.min(Frame.MAX_BULK, peer.window());
    this.frameLimit = peer.frames();
    this.byteLimit = peer.window();
  }

  /** A message that is handed to UCX in one or more rendezvous frames. */
  static final class Message {
    private final Outbound outbound;
    private int frames;
    private boolean whole;

    Message(Outbound outbound) {
      this.outbound = outbound;
    }

    void frameDone() {
      frames--;
      if (isDone()) {
        outbound.path.wake();
      }
    }

    boolean isDone() {
      return whole && frames == 0;
    }
  }

  /**
   * Takes over limits that a frame of the peer carries. They only grow.
   *
   * @throws ProtocolException where they are beyond the window that the peer offered
   */
  void credit(int frames, long bytes) throws ProtocolException {
    if (bytes - sentBytes > peerWindow || frames - sequence > peerFrames) {
      throw new ProtocolException("credit beyond the offered window");
    }
    if (frames - frameLimit > 0) {
      frameLimit = frames;
    }
    if (bytes - byteLimit > 0) {
      byteLimit = bytes;
    }
  }

  /** Whether a write waits for credit or completions and may go on now. */
  boolean isUnblocked() {
    return waiting || (!inFlight.isEmpty() && inFlight.peek().isDone());
  }

  private int creditBytes() {
    // The last frame is kept for the end.
    return frameLimit - sequence > 1 ? (int) Math.min(Integer.MAX_VALUE, byteLimit - sentBytes) : 0;
  }

  void write(ChannelOutboundBuffer in) throws IOException {
    buffer = in;
    boolean waited = waiting;
    waiting = false;
    for (; ; ) {
      retire();
      Object message = messageBehindFlight(in);
      if (message == null) {
        return;
      }
      boolean sent;
      if (message instanceof ByteBuf bytes) {
        sent =
            bytes.readableBytes() >= threshold
                ? sendBulk(bytes)
                : inFlight.isEmpty() ? sendSmall(in) : sendBehind(bytes);
      } else {
        sent = inFlight.isEmpty() && sendRegion(in, (FileRegion) message);
      }
      if (!sent) {
        waiting = true;
        path.counters().add(Counter.CREDIT_WAITS, waited ? 0 : 1);
        return;
      }
    }
  }

  /** Takes messages that are done off the head of the channel's buffer. */
  private void retire() {
    Message head;
    while ((head = inFlight.peek()) != null && head.isDone()) {
      inFlight.remove();
      buffer.remove();
    }
  }

  private Object messageBehindFlight(ChannelOutboundBuffer in) throws IOException {
    if (inFlight.isEmpty()) {
      return in.current();
    }
    if (inFlight.size() >= MAX_IN_FLIGHT) {
      return null;
    }
    skip = inFlight.size();
    found = null;
    visit(in);
    Object message = found;
    found = null;
    return message;
  }

  private void visit(ChannelOutboundBuffer in) throws IOException {
    try {
      in.forEachFlushedMessage(this);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public boolean processMessage(Object message) {
    if (filling == null) {
      if (skip-- > 0) {
        return true;
      }
      found = message;
      return false;
    }
    if (!(message instanceof ByteBuf bytes) || bytes.readableBytes() >= threshold) {
      return false;
    }
    int length = Math.min(room, bytes.readableBytes());
    filling.block.writeBytes(bytes, bytes.readerIndex(), length);
    room -= length;
    return room > 0;
  }

  /** One eager frame of as many small messages as it holds. */
  private boolean sendSmall(ChannelOutboundBuffer in) throws IOException {
    int credit = creditBytes();
    if (credit <= 0) {
      // Empty buffers need none.
      boolean empty = ((ByteBuf) in.current()).readableBytes() == 0;
      if (empty) {
        in.removeBytes(0);
      }
      return empty;
    }
    SendOperation operation = begin();
    filling = operation;
    room = Math.min(credit, Frame.MAX_EAGER);
    try {
      visit(in);
    } finally {
      filling = null;
    }
    int length = operation.block.writerIndex() - Frame.HEADER_BYTES;
    if (length == 0) {
      path.worker().recycle(operation);
    } else {
      finishEager(operation, length);
    }
    // Its listeners may write, flush or close: so the frame is on its way before.
    in.removeBytes(length);
    return true;
  }

  /** A small message behind one that the peer has not fetched yet: as a whole or not at all. */
  private boolean sendBehind(ByteBuf bytes) {
    int length = bytes.readableBytes();
    int frames = (length + Frame.MAX_EAGER - 1) / Frame.MAX_EAGER;
    if (creditBytes() < length || frameLimit - sequence <= frames) {
      return false;
    }
    for (int offset = 0; offset < length; ) {
      int part = Math.min(Frame.MAX_EAGER, length - offset);
      SendOperation operation = begin();
      operation.block.writeBytes(bytes, bytes.readerIndex() + offset, part);
      finishEager(operation, part);
      offset += part;
    }
    Message message = new Message(this);
    message.whole = true;
    inFlight.add(message);
    return true;
  }

  private boolean sendBulk(ByteBuf bytes) {
    if (partial == null) {
      partial = new Message(this);
      partialOffset = 0;
    }
    int length = bytes.readableBytes();
    while (partialOffset < length) {
      int part = Math.min(length - partialOffset, maxBulk);
      if (creditBytes() < part) {
        return false;
      }
      offer(bytes, partialOffset, part);
      partialOffset += part;
    }
    partial.whole = true;
    inFlight.add(partial);
    partial = null;
    return true;
  }

  private void offer(ByteBuf bytes, int offset, int length) {
    SendOperation operation = begin();
    long address = path.copiesBulk() ? 0 : NativeBytes.addressOf(bytes);
    if (address != 0) {
      operation.payload = bytes.retain();
      address += offset;
    } else {
      ByteBuf copy = path.worker().bulk().take(length);
      copy.writeBytes(bytes, bytes.readerIndex() + offset, length);
      operation.payload = copy;
      address = NativeBytes.addressOf(copy);
    }
    operation.message = partial;
    partial.frames++;
    finishBulk(operation, address, length);
  }

  private boolean sendRegion(ChannelOutboundBuffer in, FileRegion region) throws IOException {
    long left = region.count() - region.transferred();
    if (left <= 0) {
      in.remove();
      return true;
    }
    int credit = creditBytes();
    boolean large = left >= threshold;
    int length = (int) Math.min(left, large ? maxBulk : Frame.MAX_EAGER);
    if (credit < length) {
      return false;
    }
    SendOperation operation = begin();
    ByteBuf target = operation.block;
    if (large) {
      target = path.worker().bulk().take(length);
      operation.payload = target;
    }
    int before = target.writerIndex();
    IOException failure = null;
    try {
      RegionSink sink = new RegionSink(target, before + length);
      while (target.writerIndex() < before + length
          && region.transferred() < region.count()
          && region.transferTo(sink, region.transferred()) > 0) {
        // Into the rest of the buffer.
      }
    } catch (IOException e) {
      failure = e;
    }
    int read = target.writerIndex() - before;
    if (read == 0) {
      path.worker().recycle(operation);
      throw failure != null
          ? failure
          : new IOException(
              "the file ends "
                  + left
                  + " bytes before the region of "
                  + region.count()
                  + " bytes that was to be sent");
    }
    if (large) {
      finishBulk(operation, NativeBytes.addressOf(target), read);
    } else {
      finishEager(operation, read);
    }
    in.progress(read);
    if (region.transferred() >= region.count()) {
      in.remove();
    }
    return true;
  }

  private SendOperation begin() {
    SendOperation operation = path.worker().operation();
    operation.block.setIndex(Frame.HEADER_BYTES, Frame.HEADER_BYTES);
    return operation;
  }

  private void finishEager(SendOperation operation, int length) {
    header(operation, Frame.DATA, length);
    path.counters().add(Counter.EAGER_SENT, 1);
    path.counters().add(Counter.EAGER_BYTES_SENT, length);
    path.worker().sendEager(path.endpoint(), operation, length);
  }

  private void finishBulk(SendOperation operation, long address, int length) {
    header(operation, Frame.BULK, length);
    path.counters().add(Counter.RENDEZVOUS_SENT, 1);
    path.counters().add(Counter.RENDEZVOUS_BYTES_SENT, length);
    path.worker()
        .sendBulk(path.endpoint(), operation, address, length, BulkPool.params(operation.payload));
  }

  private void header(SendOperation operation, byte type, int length) {
    Inbound inbound = path.inbound();
    Frame.write(
        operation.block,
        path.remoteStreamId(),
        sequence++,
        type,
        length,
        inbound.tellFrames(),
        inbound.tellBytes());
    sentBytes += length;
  }

  /** Ends the stream behind all that was sent. Does nothing the second time. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    SendOperation operation = begin();
    header(operation, Frame.FIN, 0);
    path.counters().add(Counter.CONTROL_SENT, 1);
    path.worker().sendEager(path.endpoint(), operation, 0);
  }

  boolean isEnded() {
    return ended;
  }

  void endAcknowledged() throws ProtocolException {
    if (!ended) {
      throw new ProtocolException("an end was acknowledged that was not sent");
    }
    endAcknowledged = true;
  }

  boolean isEndAcknowledged() {
    return endAcknowledged;
  }

  /**
   * The channel's buffer is about to fail what is in it: messages that were handed over as a whole
   * have succeeded, as those in a socket's buffer would have.
   */
  void handedOver() {
    if (buffer == null) {
      return;
    }
    while (inFlight.poll() != null) {
      buffer.remove();
    }
    buffer = null;
  }

  /** Collects what a region transfers, up to an index. */
  private record RegionSink(ByteBuf target, int end) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer source) {
      int length = Math.min(source.remaining(), end - target.writerIndex());
      int limit = source.limit();
      source.limit(source.position() + length);
      target.writeBytes(source);
      source.limit(limit);
      return length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
