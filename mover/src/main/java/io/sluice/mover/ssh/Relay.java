package io.sluice.mover.ssh;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.sluice.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Listens on loopback and hands each connection to a multiplexer. Other users of this host can
 * connect too; as everywhere, they get no further than the server's demand for a proof.
 */
final class Relay {
  private final Channel listener;

  Relay(Transport transport, EventLoopGroup loops, Multiplexer multiplexer) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(transport.serverChannelClass())
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(Multiplexer.PIECE))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    multiplexer.carry(channel);
                  }
                });
    ChannelFuture bound =
        bootstrap
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("can't listen on loopback: " + bound.cause().getMessage());
    }
    listener = bound.channel();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }
}
