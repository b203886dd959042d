package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * The receiving half of a stream: puts numbered frames in order, holds at most the window, and says
 * how much more the peer may send.
 *
 * <p>Eager payloads are copied into buffers of the channel's allocator while UCX lends them, many
 * into one. A rendezvous is held as a descriptor while nobody reads, so that a stopped reader costs
 * no memory for it.
 */
final class Inbound {
  static final int WINDOW = Integer.getInteger("io.sluice.transport.ucx.window", 4 << 20);
  static final int FRAMES = Integer.getInteger("io.sluice.transport.ucx.frames", 512);
  private static final int MIN_CHUNK = 2048;
  private static final int MAX_CHUNK = 64 << 10;
  private static final Object END = new Object();

  private final UcxPath path;
  private final ArrayDeque<Object> queue = new ArrayDeque<>();
  private final IntObjectMap<Object> early = new IntObjectHashMap<>(8);
  private int nextSequence;
  private long receivedBytes;
  private long consumedBytes;
  private int consumedFrames;
  private long toldBytes = WINDOW;
  private int toldFrames = FRAMES;
  private int held;
  private boolean endArrived;
  private boolean endAcknowledged;
  private boolean discarding;

  Inbound(UcxPath path) {
    this.path = path;
  }

  /**
   * Takes in a numbered frame, inside of a callback. Returns what the callback returns.
   *
   * @throws ProtocolException where the peer sends what it may not
   */
  int numbered(int type, int sequence, int length, UcpAmData data) throws ProtocolException {
    int ahead = sequence - nextSequence;
    // One frame is kept for the end, so that it never waits for credit.
    int room = toldFrames - sequence - (type == Frame.FIN ? 0 : 1);
    if (ahead < 0 || room < 0 || early.containsKey(sequence) || endArrived) {
      throw new ProtocolException("frame " + sequence + " is not in the window");
    }
    if (length != data.getLength()
        || (type == Frame.FIN ? length != 0 : length <= 0)
        || length > (type == Frame.BULK ? Frame.MAX_BULK : Frame.MAX_EAGER)
        || (type == Frame.BULK) == data.isDataValid()) {
      throw new ProtocolException("a frame of type " + type + " has length " + length);
    }
    receivedBytes += length;
    if (receivedBytes > toldBytes) {
      throw new ProtocolException("more bytes than there was credit for");
    }
    int answer = UcsConstants.STATUS.UCS_OK;
    Object frame;
    if (type == Frame.FIN) {
      frame = END;
    } else if (type == Frame.BULK) {
      if (discarding) {
        frame = new Bulk(path, 0, length);
        ((Bulk) frame).discard(path.worker(), false);
      } else {
        frame = new Bulk(path, data.getDataHandle(), length);
        held++;
        answer = UcsConstants.STATUS.UCS_INPROGRESS;
      }
    } else if (ahead == 0) {
      append(data.getDataAddress(), length);
      frame = null;
    } else {
      frame = path.allocate(length);
      NativeBytes.append(data.getDataAddress(), length, (ByteBuf) frame);
    }
    if (ahead == 0) {
      nextSequence++;
      place(frame);
      while (!early.isEmpty() && (frame = early.remove(nextSequence)) != null) {
        nextSequence++;
        place(frame);
      }
    } else {
      early.put(sequence, frame);
    }
    return answer;
  }

  private void append(long address, int length) {
    consumedFrames++;
    if (discarding) {
      consumedBytes += length;
      return;
    }
    Object last = queue.peekLast();
    if (last instanceof ByteBuf tail && tail.writableBytes() >= length) {
      NativeBytes.append(address, length, tail);
    } else {
      // Room for more only where a backlog shows that more comes before anyone reads.
      int room = last == null ? MIN_CHUNK : Math.min(path.guess(), MAX_CHUNK);
      ByteBuf chunk = path.allocate(Math.max(length, Math.max(MIN_CHUNK, room)));
      NativeBytes.append(address, length, chunk);
      queue.add(chunk);
    }
  }

  private void place(Object frame) {
    if (frame == null) {
      return;
    }
    if (frame == END) {
      endArrived = true;
      consumedFrames++;
    } else if (frame instanceof ByteBuf) {
      consumedFrames++;
    }
    if (discarding && frame != END) {
      drop(frame);
    } else {
      queue.add(frame);
    }
  }

  /** Starts to fetch what is held, where someone reads or the peer waits to go. */
  void fetch(boolean wanted) {
    if (held == 0 || !(wanted || endArrived)) {
      return;
    }
    for (Object frame : queue) {
      if (frame instanceof Bulk bulk && bulk.state() == Bulk.State.HELD) {
        held--;
        bulk.fetch(path.worker());
      }
    }
  }

  /** The next bytes in order, at most {@code limit}, or {@code null} where none are there. */
  ByteBuf next(int limit) {
    Object head = queue.peek();
    ByteBuf buffer;
    if (head instanceof Bulk bulk) {
      if (bulk.state() != Bulk.State.LANDED) {
        return null;
      }
      buffer = bulk.target();
    } else if (head instanceof ByteBuf chunk) {
      buffer = chunk;
    } else {
      return null;
    }
    if (buffer.readableBytes() > limit) {
      consumedBytes += limit;
      return buffer.readRetainedSlice(limit);
    }
    queue.remove();
    consumedBytes += buffer.readableBytes();
    if (head instanceof Bulk) {
      consumedFrames++;
    }
    return buffer;
  }

  /** Whether there are bytes to read now. */
  boolean hasNext() {
    Object head = queue.peek();
    return head instanceof ByteBuf
        || (head instanceof Bulk bulk && bulk.state() == Bulk.State.LANDED);
  }

  /** Whether a rendezvous is held that nobody has fetched. */
  boolean isHolding() {
    return held > 0;
  }

  /** Whether everything was read and the peer has ended its side. */
  boolean isAtEnd() {
    return queue.peek() == END;
  }

  boolean hasFailed() {
    return queue.peek() instanceof Bulk bulk && bulk.state() == Bulk.State.FAILED && !discarding;
  }

  /** Whether every byte that the peer sent before its end is in this side's memory. */
  boolean isComplete() {
    if (!endArrived || held > 0) {
      return false;
    }
    for (Object frame : queue) {
      if (frame instanceof Bulk bulk && bulk.state() != Bulk.State.LANDED) {
        return false;
      }
    }
    return true;
  }

  /** Whether the peer's end is to be acknowledged now; true once. */
  boolean acknowledgesEnd() {
    if (endAcknowledged || !isComplete()) {
      return false;
    }
    endAcknowledged = true;
    return true;
  }

  /** Whether enough was consumed since the last time for it to be worth telling. */
  boolean owesCredit() {
    return !endArrived
        && (consumedBytes + WINDOW - toldBytes >= WINDOW / 4
            || consumedFrames + FRAMES - toldFrames >= FRAMES / 4);
  }

  /** The total of bytes that the peer may have sent; the frame that carries it must be sent. */
  long tellBytes() {
    toldBytes = consumedBytes + WINDOW;
    return toldBytes;
  }

  /** The total of frames that the peer may have sent; the frame that carries it must be sent. */
  int tellFrames() {
    toldFrames = consumedFrames + FRAMES;
    return toldFrames;
  }

  /** Drops what was not read, and whatever comes from now on. */
  void discard() {
    discarding = true;
    held = 0;
    boolean end = isAtEndOfQueue();
    Object frame;
    while ((frame = queue.poll()) != null) {
      if (frame != END) {
        drop(frame);
      }
    }
    for (Object waiting : early.values()) {
      if (waiting instanceof Bulk bulk) {
        bulk.discard(path.worker(), path.isPeerAlive());
      }
    }
    if (end) {
      queue.add(END);
    }
  }

  private boolean isAtEndOfQueue() {
    return queue.peekLast() == END;
  }

  private void drop(Object frame) {
    if (frame instanceof ByteBuf buffer) {
      consumedBytes += buffer.readableBytes();
      buffer.release();
    } else if (frame instanceof Bulk bulk) {
      consumedBytes += bulk.length;
      consumedFrames++;
      bulk.discard(path.worker(), path.isPeerAlive());
    }
  }

  /** The path is gone for good: frees what waits for frames that never come. */
  void release() {
    discard();
    for (Object waiting : early.values()) {
      if (waiting instanceof ByteBuf buffer) {
        buffer.release();
      }
    }
    early.clear();
    queue.clear();
  }
}
