// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Netty over one of our transports, with one event loop. */
final class NettySide implements Side {
  private static final int HEADER_BYTES = 1 + 4 + 8;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(8 << 20, 16 << 20);

  private final Transport transport;
  private EventLoopGroup group;
  private long allocatedBefore;

  NettySide(Transport transport) {
    this.transport = transport;
  }

  @Override
  public int open() throws Exception {
    group = transport.newEventLoopGroup(1);
    Channel listener =
        new ServerBootstrap()
            .group(group)
            .channel(transport.serverChannelClass())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new Server());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    allocatedBefore = group.submit(Side::allocated).get();
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public long close() throws Exception {
    long allocated = group.submit(Side::allocated).get() - allocatedBefore;
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    return allocated;
  }

  @Override
  public Turn.Outcome run(int port, Turn turn) throws Exception {
    EventLoopGroup loops = transport.newEventLoopGroup(1);
    try {
      CompletableFuture<Turn.Outcome> outcome = new CompletableFuture<>();
      Channel channel =
          new Bootstrap()
              .group(loops)
              .channel(transport.channelClass())
              .option(ChannelOption.TCP_NODELAY, true)
              .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
              .handler(new Client(turn, outcome))
              .connect(InetAddress.getLoopbackAddress(), port)
              .sync()
              .channel();
      if (transport.name().equals("ucx") && !transport.path(channel).contains("shared memory")) {
        throw new IllegalStateException("ucx runs on " + transport.path(channel));
      }
      return outcome.get(60, TimeUnit.SECONDS);
    } finally {
      loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }
  }

  /** Echoes, or counts and acknowledges the last byte, as the header says. */
  private static final class Server extends ChannelInboundHandlerAdapter {
    private final ByteBuf header = io.netty.buffer.Unpooled.buffer(HEADER_BYTES);
    private boolean pingPong;
    private long missing;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (header.isWritable()) {
        bytes.readBytes(header, Math.min(bytes.readableBytes(), header.writableBytes()));
        if (!header.isWritable()) {
          pingPong = header.readBoolean();
          missing = header.readInt() * header.readLong();
        }
      }
      if (pingPong && bytes.isReadable()) {
        context.write(bytes);
        return;
      }
      int count = bytes.readableBytes();
      bytes.release();
      missing -= count;
      if (!pingPong && !header.isWritable() && missing == 0 && count > 0) {
        context.write(context.alloc().directBuffer(1).writeByte(1));
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }

  private static final class Client extends ChannelInboundHandlerAdapter {
    private static final long WARM_UP = 200;

    private final Turn turn;
    private final CompletableFuture<Turn.Outcome> outcome;
    private ByteBuf message;
    private long sent;
    private int received;
    private long began;
    private long deadline;
    private long allocatedBefore;

    Client(Turn turn, CompletableFuture<Turn.Outcome> outcome) {
      this.turn = turn;
      this.outcome = outcome;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      message = context.alloc().directBuffer(turn.size()).writeZero(turn.size());
      ByteBuf header = context.alloc().directBuffer(HEADER_BYTES);
      header.writeBoolean(turn.pingPong()).writeInt(turn.size()).writeLong(turn.count());
      context.writeAndFlush(header);
      if (turn.pingPong()) {
        send(context);
      } else {
        begin();
        fill(context);
      }
    }

    private void begin() {
      sent = 0;
      allocatedBefore = Side.allocated();
      began = System.nanoTime();
      deadline = began + TimeUnit.MILLISECONDS.toNanos(turn.millis());
    }

    private void send(ChannelHandlerContext context) {
      sent++;
      context.writeAndFlush(message.retainedDuplicate());
    }

    private void fill(ChannelHandlerContext context) {
      boolean wrote = false;
      while (sent < turn.count() && context.channel().isWritable()) {
        sent++;
        context.write(message.retainedDuplicate());
        wrote = true;
      }
      if (wrote) {
        context.flush();
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (!turn.pingPong()) {
        fill(context);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object answer) {
      ByteBuf bytes = (ByteBuf) answer;
      received += bytes.readableBytes();
      bytes.release();
      if (!turn.pingPong()) {
        end(context);
      } else if (received == turn.size()) {
        received = 0;
        if (began == 0 && sent == WARM_UP) {
          begin();
        } else if (began != 0 && System.nanoTime() - deadline >= 0) {
          end(context);
          return;
        }
        send(context);
      }
    }

    private void end(ChannelHandlerContext context) {
      outcome.complete(
          new Turn.Outcome(sent, System.nanoTime() - began, Side.allocated() - allocatedBefore));
      context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      message.release();
      outcome.completeExceptionally(new IllegalStateException("the server closed"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      outcome.completeExceptionally(cause);
      context.close();
    }
  }
}
