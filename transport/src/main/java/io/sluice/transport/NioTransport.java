package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * TCP by Java's own channels, on every platform. Java has no way to set a congestion control, a
 * segment size, busy polling or a user timeout: {@link #applicable} says so.
 */
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
  public EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory) {
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
  public SocketTuning applicable(SocketTuning tuning) {
    List<String> missing = new ArrayList<>();
    if (!tuning.congestion().isEmpty()) {
      missing.add("TCP_CONGESTION");
    }
    if (tuning.maxSegment() != 0) {
      missing.add("TCP_MAXSEG");
    }
    if (tuning.busyPollMicros() != 0) {
      missing.add("SO_BUSY_POLL");
    }
    if (tuning.userTimeoutMillis() != 0) {
      missing.add("TCP_USER_TIMEOUT");
    }
    if (missing.isEmpty()) {
      return tuning;
    }
    return new SocketTuning(
        tuning.sendBuffer(),
        tuning.receiveBuffer(),
        "",
        0,
        0,
        0,
        tuning.reason() + "; nio can't set " + String.join(", ", missing));
  }

  @Override
  public Class<? extends DatagramChannel> datagramChannelClass() {
    return NioDatagramChannel.class;
  }

  @Override
  public void tune(Bootstrap bootstrap, SocketTuning tuning) {
    if (tuning.sendBuffer() != 0) {
      bootstrap.option(ChannelOption.SO_SNDBUF, tuning.sendBuffer());
    }
    if (tuning.receiveBuffer() != 0) {
      bootstrap.option(ChannelOption.SO_RCVBUF, tuning.receiveBuffer());
    }
    bootstrap.option(ChannelOption.TCP_NODELAY, true);
    bootstrap.option(ChannelOption.SO_KEEPALIVE, true);
  }

  @Override
  public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {
    if (tuning.sendBuffer() != 0) {
      bootstrap.childOption(ChannelOption.SO_SNDBUF, tuning.sendBuffer());
    }
    if (tuning.receiveBuffer() != 0) {
      bootstrap.option(ChannelOption.SO_RCVBUF, tuning.receiveBuffer());
    }
    bootstrap.option(ChannelOption.SO_REUSEADDR, true);
    bootstrap.childOption(ChannelOption.TCP_NODELAY, true);
    bootstrap.childOption(ChannelOption.SO_KEEPALIVE, true);
  }

  @Override
  public String path(Channel channel) {
    return "TCP by nio";
  }
}
