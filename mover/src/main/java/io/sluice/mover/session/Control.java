package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.sluice.mover.wire.Frame;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Sends frames on a channel, from any thread. */
final class Control {
  private final Channel channel;

  Control(Channel channel) {
    this.channel = channel;
  }

  Channel channel() {
    return channel;
  }

  /** Runs tasks on another's threads; one that throws ends the channel. */
  Executor guarded(Executor executor) {
    return task ->
        executor.execute(
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                channel.pipeline().fireExceptionCaught(e);
              }
            });
  }

  /** Sends a frame without payload, at once. */
  ChannelFuture send(int type, long id, long offset, int aux) {
    return send(type, id, offset, aux, out -> {});
  }

  /** Sends a frame, at once. */
  ChannelFuture send(int type, long id, long offset, int aux, Consumer<ByteBuf> payload) {
    return channel.writeAndFlush(frame(channel, type, id, offset, aux, payload));
  }

  /** A whole frame in a buffer, with its checksums. */
  static ByteBuf frame(
      Channel channel, int type, long id, long offset, int aux, Consumer<ByteBuf> payload) {
    return frame(channel, type, Frame.REQUIRED, id, offset, aux, payload);
  }

  /** The same with flags. */
  static ByteBuf frame(
      Channel channel,
      int type,
      int flags,
      long id,
      long offset,
      int aux,
      Consumer<ByteBuf> payload) {
    ByteBuf out = channel.alloc().ioBuffer(256);
    out.writerIndex(Frame.HEADER);
    payload.accept(out);
    seal(out, type, flags, id, offset, aux);
    return out;
  }

  /** Puts the header before and the checksum behind a payload that begins after a header's room. */
  static void seal(ByteBuf out, int type, int flags, long id, long offset, int aux) {
    int length = out.writerIndex() - Frame.HEADER;
    out.writerIndex(0);
    Frame.write(out, type, flags, length, id, offset, aux);
    out.writerIndex(Frame.HEADER + length);
    if (length > 0) {
      out.writeInt(Frame.crc(out, Frame.HEADER, length));
    }
  }
}
