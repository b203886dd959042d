package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Type;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a stream has sent and the receiver has not answered. Extents are answered in the order in
 * which they were sent, packs when they are written. On the channel's event loop.
 */
final class InFlight {
  /** Weight beyond which no new extent is begun. */
  private static final long MOST = 64L << 20;

  private final int stream;
  private final Sender sender;
  private final ArrayDeque<Extent> extents = new ArrayDeque<>();
  private final Map<Long, Pack> packs = new LinkedHashMap<>();
  private long weight;

  /** Bytes of the oldest extent that have been written at the receiver. */
  private int partial;

  InFlight(int stream, Sender sender) {
    this.stream = stream;
    this.sender = sender;
  }

  boolean isEmpty() {
    return extents.isEmpty() && packs.isEmpty();
  }

  boolean isFull() {
    return weight >= MOST && !extents.isEmpty();
  }

  void add(Extent extent) {
    extents.add(extent);
    weight += extent.weight();
  }

  void add(Pack pack) {
    packs.put(pack.id(), pack);
  }

  /**
   * Takes an answer. Returns whether something has moved.
   *
   * @param current extent that is being sent, or {@code null}
   */
  boolean answered(Frame frame, ByteBuf payload, Extent current) {
    switch (frame.type()) {
      case Type.PARTIAL -> {
        return partial(frame, extents.isEmpty() ? current : extents.peek());
      }
      case Type.PACKED -> {
        Pack pack = packs.remove(frame.id());
        if (pack == null) {
          throw new Fields.MalformedException("an answer came to a pack that was not sent");
        }
        pack.arrived(stream, payload);
      }
      case Type.ACK -> sender.acknowledged(stream, oldest(frame), frame.aux() == Frames.RESUMED);
      case Type.NAK -> sender.refused(oldest(frame), frame.aux());
      case Type.COMPARED -> sender.compared(stream, oldest(frame), payload);
      default -> {
        Frames.unknown(frame);
        return false;
      }
    }
    return true;
  }

  /** The extent that the answer is about, which is none of them any more. */
  private Extent oldest(Frame frame) {
    Extent extent = extents.poll();
    if (extent == null || extent.file().id != frame.id() || extent.offset() != frame.offset()) {
      throw new Fields.MalformedException("an answer came to an extent that was not sent");
    }
    forgetPartial();
    weight -= extent.weight();
    return extent;
  }

  /** Word of the extent that the receiver is at: the oldest that is not answered. */
  private boolean partial(Frame frame, Extent extent) {
    int now = frame.aux();
    if (extent == null
        || extent.file().id != frame.id()
        || extent.offset() != frame.offset()
        || now <= partial
        || now > extent.length()) {
      return false;
    }
    sender.partial(now - partial);
    partial = now;
    return true;
  }

  private void forgetPartial() {
    if (partial > 0) {
      sender.partial(-partial);
      partial = 0;
    }
  }

  /** Gives all back to the sender: the stream has ended. */
  void giveBack() {
    forgetPartial();
    extents.forEach(sender::giveBack);
    extents.clear();
    packs.values().forEach(sender::offer);
    packs.clear();
  }
}
