package io.sluice.mover.ssh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One TCP connection that a {@link Multiplexer} carries. Its channel has automatic reading switched
 * off and half closure allowed. Fields that are not atomic belong to the channel's event loop.
 */
final class Carried extends ChannelInboundHandlerAdapter {
  private final Multiplexer multiplexer;
  private final int id;

  /** Bytes that came from the other side and are not yet with this side's peer. */
  private final AtomicInteger held = new AtomicInteger();

  private volatile Channel channel;
  private volatile boolean reset;
  private int onTheirWay;
  private boolean inputEnded;
  private boolean outputEnded;
  private boolean waiting;

  Carried(Multiplexer multiplexer, int id) {
    this.multiplexer = multiplexer;
    this.id = id;
  }

  int id() {
    return id;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    if (channel.isActive()) {
      begin();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    begin();
  }

  private void begin() {
    if (reset) {
      channel.close();
    } else {
      channel.read();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf data = (ByteBuf) message;
    onTheirWay += data.readableBytes();
    multiplexer.sendData(id, data, () -> context.executor().execute(this::readOn));
  }

  private void readOn() {
    waiting = onTheirWay + Multiplexer.PIECE > Multiplexer.WINDOW;
    if (!waiting) {
      channel.read();
    }
  }

  /** The other side has passed on that many bytes. Any thread. */
  void credited(int bytes) {
    channel
        .eventLoop()
        .execute(
            () -> {
              onTheirWay -= bytes;
              if (waiting) {
                readOn();
              }
            });
  }

  /** Data of the other side. Any thread. */
  void received(ByteBuf data) throws IOException {
    int bytes = data.readableBytes();
    if (held.addAndGet(bytes) > Multiplexer.WINDOW) {
      data.release();
      throw new IOException("more data on connection " + id + " than it has a window for");
    }
    channel
        .writeAndFlush(data)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                held.addAndGet(-bytes);
                multiplexer.sendCredit(id, bytes);
              }
            });
  }

  /** The other side sends no more: what it sent goes out first. Any thread. */
  void peerEnded() {
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            flushed -> {
              outputEnded = true;
              if (inputEnded) {
                channel.close();
              } else {
                ((SocketChannel) channel).shutdownOutput();
              }
            });
  }

  /** The other side's connection is gone. Any thread, also before there is a channel. */
  void peerReset() {
    reset = true;
    Channel current = channel;
    if (current != null) {
      current.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      multiplexer.sendEnd(id);
      if (outputEnded) {
        channel.close();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    multiplexer.closed(id, !reset && !(inputEnded && outputEnded));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
