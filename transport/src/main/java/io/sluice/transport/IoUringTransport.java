package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.concurrent.ThreadFactory;

/**
 * TCP by Netty's io_uring channels. Only taken where it is named: it was no faster than epoll for
 * bulk, and Netty 4.2.18 breaks file regions of more than 2 GiB on it.
 */
public final class IoUringTransport implements Transport {
  @Override
  public String name() {
    return "io_uring";
  }

  @Override
  public int preference() {
    return 0;
  }

  @Override
  public Throwable unavailabilityCause() {
    return IoUring.unavailabilityCause();
  }

  @Override
  public EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory) {
    return new TcpEventLoopGroup(threads, threadFactory, IoUringIoHandler.newFactory());
  }

  @Override
  public Class<? extends SocketChannel> channelClass() {
    return IoUringSocketChannel.class;
  }

  @Override
  public Class<? extends ServerSocketChannel> serverChannelClass() {
    return IoUringServerSocketChannel.class;
  }

  @Override
  public Class<? extends DatagramChannel> datagramChannelClass() {
    return IoUringDatagramChannel.class;
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
    return "TCP by io_uring";
  }
}
