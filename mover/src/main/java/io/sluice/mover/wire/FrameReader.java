package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.zip.CRC32C;

/**
 * Cuts what arrives into frames. Bytes of {@link Type#DATA} are handed on as they come, without
 * being collected; every other payload is collected, because it is small and bounded, and handed on
 * when its checksum was found right.
 *
 * <p>On the channel's event loop only. What breaks the framing ends the channel by {@link
 * Target#broken}: after a damaged header nothing that follows can be trusted.
 */
public final class FrameReader extends ChannelInboundHandlerAdapter {
  /** Where frames go. A method that throws ends the channel by {@link #broken}. */
  public interface Target {
    /** A whole frame; the payload is valid during the call only. */
    void frame(Frame frame, ByteBuf payload) throws Exception;

    /** The head of a data frame, whose bytes follow. */
    default void dataBegins(Frame frame) throws Exception {
      throw new Frame.CorruptException("data came where none may");
    }

    /** Some of a data frame's bytes, in a range of a buffer that is valid during the call only. */
    default void data(ByteBuf bytes, int index, int length) throws Exception {}

    /** All of a data frame's bytes have come, {@code crc} is the checksum that was sent. */
    default void dataEnds(int crc) throws Exception {}

    /** All that could be read at this time has been handed on. */
    default void pause() {}

    /** The channel is at its end, or what came is no frame ({@code cause}). Called once. */
    void broken(Throwable cause);
  }

  private final ByteBuf head;
  private Target target;
  private int most;
  private int mostData;
  private Frame frame;
  private ByteBuf payload;
  private long left;
  private boolean ended;

  /**
   * Makes one.
   *
   * @param target where frames go
   * @param most bytes of a payload that is collected
   * @param mostData bytes of a data frame
   */
  public FrameReader(Target target, int most, int mostData) {
    this.target = target;
    this.most = most;
    this.mostData = mostData;
    this.head = Unpooled.buffer(Frame.HEADER, Frame.HEADER);
  }

  /** From now on frames go elsewhere, and may be of other sizes. */
  public void become(Target next, int payload, int data) {
    target = next;
    most = payload;
    mostData = data;
  }

  /** Bytes of the frame under way that have not come yet, 0 between frames. */
  public long expected() {
    return frame == null ? 0 : left;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      while (!ended && in.isReadable()) {
        step(context, in);
      }
    } catch (Throwable e) {
      end(context, e);
    } finally {
      in.release();
    }
  }

  private void step(ChannelHandlerContext context, ByteBuf in) throws Exception {
    if (frame == null) {
      in.readBytes(head, Math.min(head.writableBytes(), in.readableBytes()));
      if (!head.isWritable()) {
        Frame next = Frame.read(head);
        head.clear();
        begin(context, next);
      }
    } else if (payload != null) {
      collect(in);
    } else if (left > Frame.TRAILER) {
      int now = (int) Math.min(left - Frame.TRAILER, in.readableBytes());
      target.data(in, in.readerIndex(), now);
      in.skipBytes(now);
      left -= now;
    } else {
      in.readBytes(head, (int) Math.min(left - head.readableBytes(), in.readableBytes()));
      if (head.readableBytes() == Frame.TRAILER) {
        int crc = head.readInt();
        head.clear();
        frame = null;
        target.dataEnds(crc);
      }
    }
  }

  private void begin(ChannelHandlerContext context, Frame next) throws Exception {
    boolean data = next.type() == Type.DATA;
    int cap = data ? mostData : most;
    if (next.length() > cap) {
      throw new Frame.CorruptException(
          "a frame of type " + next.type() + " claims " + next.length() + " bytes of " + cap);
    }
    if (next.length() == 0) {
      target.frame(next, Unpooled.EMPTY_BUFFER);
      return;
    }
    frame = next;
    left = (long) next.length() + Frame.TRAILER;
    if (data) {
      target.dataBegins(next);
    } else {
      payload = context.alloc().heapBuffer((int) left, (int) left);
    }
  }

  private void collect(ByteBuf in) throws Exception {
    int now = (int) Math.min(left, in.readableBytes());
    in.readBytes(payload, now);
    left -= now;
    if (left == 0) {
      ByteBuf whole = payload;
      Frame done = frame;
      payload = null;
      frame = null;
      try {
        CRC32C crc = new CRC32C();
        crc.update(whole.array(), whole.arrayOffset(), done.length());
        if ((int) crc.getValue() != whole.getInt(done.length())) {
          throw new Frame.CorruptException("a frame's payload arrived damaged");
        }
        target.frame(done, whole.slice(0, done.length()));
      } finally {
        whole.release();
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!ended) {
      target.pause();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(context, null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(context, cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    drop();
  }

  private void end(ChannelHandlerContext context, Throwable cause) {
    if (!ended) {
      ended = true;
      drop();
      context.close();
      target.broken(cause);
    }
  }

  private void drop() {
    if (payload != null) {
      payload.release();
      payload = null;
    }
  }
}
