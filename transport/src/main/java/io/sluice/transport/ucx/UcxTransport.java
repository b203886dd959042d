package io.sluice.transport.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.Transport;
import io.sluice.transport.link.Link;
import io.sluice.transport.link.Links;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import javax.crypto.SecretKey;

/**
 * RDMA by UCX where both ends have it, shared memory between processes of one host, and TCP for
 * everyone else on the same port. Channels are upgraded only for peers that {@link
 * UcxChannelOption#UCX_KEY} or {@link UcxChannelOption#UCX_TRUSTED} lets in.
 */
public final class UcxTransport implements Transport {
  private static final Path SYS = Path.of("/sys");

  @Override
  public String name() {
    return "ucx";
  }

  @Override
  public int preference() {
    return 60;
  }

  @Override
  public Optional<String> objection() {
    RdmaPorts ports = RdmaPorts.read(SYS);
    if (ports.active().isEmpty()) {
      return Optional.of(ports.reason());
    }
    String unavailable = Domain.of(Lane.RDMA).unavailable();
    return unavailable == null ? Optional.empty() : Optional.of("no RDMA: " + unavailable);
  }

  /**
   * As {@link #objection()}, except that a peer on this host may be reached over shared memory
   * where its address is trusted ({@code io.sluice.transport.ucx.trusted}), and that an active port
   * must be on the way to any other.
   */
  @Override
  public Optional<String> objection(InetSocketAddress peer) {
    Optional<Link> link = Links.here().toward(peer.getAddress());
    boolean here = link.isPresent() && link.get().kind() == Link.Kind.LOOPBACK;
    if (here) {
      if (!TrustedNetwork.configured().contains(peer.getAddress())) {
        return Optional.of("the peer is on this host and shared memory was not allowed");
      }
      return Optional.ofNullable(Domain.of(Lane.SHARED_MEMORY).unavailable());
    }
    Optional<String> none = objection();
    if (none.isPresent()) {
      return none;
    }
    RdmaPorts ports = RdmaPorts.read(SYS);
    if (link.isEmpty() || !ports.interfaces().contains(link.get().name())) {
      return Optional.of(
          "no active RDMA port on the way to the peer"
              + link.map(way -> ", which is over " + way.name()).orElse(""));
    }
    return Optional.empty();
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
  public void tune(Bootstrap bootstrap, SocketTuning tuning) {
    SocketOptions.tune(bootstrap, tuning);
    bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
  }

  @Override
  public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {
    SocketOptions.tune(bootstrap, tuning);
    bootstrap
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true);
  }

  @Override
  public boolean upgrades() {
    return true;
  }

  @Override
  public void authorise(Bootstrap bootstrap, SecretKey key) {
    bootstrap.option(UcxChannelOption.UCX_KEY, key);
  }

  @Override
  public void authorise(ServerBootstrap bootstrap, SecretKey key) {
    bootstrap.childOption(UcxChannelOption.UCX_KEY, key);
  }

  @Override
  public String path(Channel channel) {
    return channel instanceof UcxSocketChannel ucx ? ucx.path() : "not a channel of this transport";
  }
}
