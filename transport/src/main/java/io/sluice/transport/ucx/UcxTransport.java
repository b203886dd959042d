package io.sluice.transport.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * RDMA by UCX where both ends have it, shared memory between processes of one host, and TCP for
 * everyone else on the same port. Channels are upgraded only for peers that {@link
 * UcxChannelOption#UCX_KEY} or {@link UcxChannelOption#UCX_TRUSTED} lets in.
 */
public final class UcxTransport implements Transport {
  @Override
  public String name() {
    return "ucx";
  }

  @Override
  public int preference() {
    return 0;
  }

  @Override
  public Throwable unavailabilityCause() {
    Throwable epoll = Epoll.unavailabilityCause();
    if (epoll != null) {
      return epoll;
    }
    Throwable cause = UcxLibrary.unavailabilityCause();
    if (cause == null && Domain.usable().isEmpty()) {
      List<String> reasons = new ArrayList<>();
      for (Lane lane : Lane.values()) {
        reasons.add(lane + ": " + Domain.of(lane).unavailable());
      }
      cause = new UnsupportedOperationException(String.join("; ", reasons));
    }
    return cause;
  }

  @Override
  public EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory) {
    return new MultiThreadIoEventLoopGroup(threads, threadFactory, UcxIoHandler.newFactory());
  }

  @Override
  public Class<? extends SocketChannel> channelClass() {
    return UcxSocketChannel.class;
  }

  @Override
  public Class<? extends ServerSocketChannel> serverChannelClass() {
    return UcxServerSocketChannel.class;
  }

  @Override
  public Class<? extends DatagramChannel> datagramChannelClass() {
    return EpollDatagramChannel.class;
  }

  @Override
  public void tune(Bootstrap bootstrap, SocketTuning tuning) {}

  @Override
  public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {}

  @Override
  public String path(Channel channel) {
    return channel instanceof UcxSocketChannel ucx ? ucx.path() : "not a channel of this transport";
  }
}
