package io.sluice.mover.ssh;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.sluice.mover.rail.AddressScope;
import io.sluice.mover.rail.HostAddress;
import io.sluice.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds out at which addresses of the other host its server can be reached. */
final class Candidates {
  private Candidates() {}

  /**
   * Addresses worth trying, best first: neighbours by their links' rate, the one that ssh used,
   * other private ones, and last what this host has too, which leads to the server only if both are
   * one host.
   */
  static List<InetSocketAddress> of(ReadyLine ready, List<HostAddress> here) {
    List<InetAddress> mine = here.stream().map(HostAddress::address).toList();
    List<InetAddress> ordered = new ArrayList<>();
    ready.addresses().stream()
        .filter(
            one -> here.stream().anyMatch(one::sharesSubnet) && isElsewhere(one.address(), mine))
        .sorted(Comparator.comparingLong(HostAddress::bitsPerSecond).reversed())
        .forEach(one -> ordered.add(one.address()));
    ready.used().filter(one -> isElsewhere(one, mine)).ifPresent(ordered::add);
    List<InetAddress> all = ready.addresses().stream().map(HostAddress::address).toList();
    all.stream().filter(one -> isElsewhere(one, mine)).forEach(ordered::add);
    all.stream().filter(one -> !isElsewhere(one, mine)).forEach(ordered::add);
    return ordered.stream()
        .filter(one -> isAllowed(AddressScope.of(one)))
        .distinct()
        .map(one -> new InetSocketAddress(one, ready.port()))
        .toList();
  }

  private static boolean isElsewhere(InetAddress address, List<InetAddress> mine) {
    return AddressScope.of(address) != AddressScope.LOOPBACK && !mine.contains(address);
  }

  private static boolean isAllowed(AddressScope scope) {
    return scope == AddressScope.PRIVATE || scope == AddressScope.LOOPBACK;
  }

  /** Those that take a connection, in the given order. */
  static List<InetSocketAddress> connecting(
      Transport transport,
      EventLoopGroup loops,
      List<InetSocketAddress> candidates,
      Duration atMost)
      throws InterruptedException {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(transport.channelClass())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) atMost.toMillis())
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    // Only whether it connects is of interest.
                  }
                });
    List<ChannelFuture> tries = candidates.stream().map(bootstrap::connect).toList();
    List<InetSocketAddress> connected = new ArrayList<>();
    long end = System.nanoTime() + atMost.toNanos();
    try {
      for (int i = 0; i < tries.size(); i++) {
        // With one at hand, a better one is already known or was given its chance.
        boolean wait = connected.isEmpty();
        ChannelFuture one = tries.get(i);
        if (wait) {
          one.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        if (one.isSuccess()) {
          connected.add(candidates.get(i));
        }
      }
    } finally {
      tries.forEach(one -> one.addListener(over -> one.channel().close()));
    }
    return List.copyOf(connected);
  }
}
