package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** TCP by Netty's nio channels. */
public final class NioTransport implements Transport {
  @Override
  public String name() {
    return "nio";
  }

  @Override
  public int preference() {
    return 10;
  }

  @Override
  public Throwable unavailabilityCause() {
    return null;
  }

  @Override
  public EventLoopGroup newEventLoopGroup(int threads) {
    return new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
  }

  @Override
  public Class<? extends SocketChannel> channelClass() {
    return NioSocketChannel.class;
  }

  @Override
  public Class<? extends ServerSocketChannel> serverChannelClass() {
    return NioServerSocketChannel.class;
  }

  @Override
  public void tune(Bootstrap bootstrap, SocketTuning tuning) {}

  @Override
  public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {}

  @Override
  public String path(Channel channel) {
    return "TCP by nio";
  }
}
