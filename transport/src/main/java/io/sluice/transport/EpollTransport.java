package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.ThreadFactory;

/**
 * TCP by Netty's epoll channels: the work horse on Linux. A {@code DefaultFileRegion} is {@code
 * sendfile} with 64-bit offsets.
 */
public final class EpollTransport implements Transport {
  @Override
  public String name() {
    return "epoll";
  }

  @Override
  public int preference() {
    return 50;
  }

  @Override
  public Throwable unavailabilityCause() {
    return Epoll.unavailabilityCause();
  }

  @Override
  public EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory) {
    return new TcpEventLoopGroup(threads, threadFactory, EpollIoHandler.newFactory());
  }

  @Override
  public Class<? extends SocketChannel> channelClass() {
    return EpollSocketChannel.class;
  }

  @Override
  public Class<? extends ServerSocketChannel> serverChannelClass() {
    return EpollServerSocketChannel.class;
  }

  @Override
  public Class<? extends DatagramChannel> datagramChannelClass() {
    return EpollDatagramChannel.class;
  }

  @Override
  public void tune(Bootstrap bootstrap, SocketTuning tuning) {
    TcpOptions.set(bootstrap, tuning);
  }

  @Override
  public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {
    TcpOptions.set(bootstrap, tuning);
  }

  @Override
  public String path(Channel channel) {
    return "TCP by epoll";
  }
}
