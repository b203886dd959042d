package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.link.Links;
import io.sluice.transport.link.PathFacts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The socket options of a session's connections: from the link towards the peer and from the round
 * trip that an earlier connection measured, then as the user overrides them. The first connection
 * has nothing measured and is left to the kernel; it carries no bulk. Thread-safe.
 */
final class PathTuning {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(PathTuning.class);

  private final int streams;
  private final UnaryOperator<SocketTuning> overrides;
  private final Set<SocketTuning> told = ConcurrentHashMap.newKeySet();
  private volatile SocketTuning last = SocketTuning.kernel();
  private volatile Measured measured;

  /** What the first connection gave, and the links that are being read since. */
  private record Measured(Duration roundTrip, CompletableFuture<Links> links) {}

  /**
   * Makes one.
   *
   * @param streams connections that share the way
   */
  PathTuning(int streams, UnaryOperator<SocketTuning> overrides) {
    this.streams = Math.max(1, streams);
    this.overrides = overrides;
  }

  /** For a connection to {@code peer}; asks the routing table. */
  SocketTuning toward(InetAddress peer) {
    Measured known = measured;
    SocketTuning tuning =
        overrides.apply(
            known == null || peer.isLoopbackAddress()
                ? SocketTuning.kernel()
                : chosen(known.links().join(), peer, known.roundTrip()));
    last = tuning;
    if (told.add(tuning)) {
      logger.info("Sockets: {}", tuning);
    }
    return tuning;
  }

  /** What was chosen last; what the kernel has, where nothing was yet. */
  SocketTuning last() {
    return last;
  }

  private SocketTuning chosen(Links links, InetAddress peer, Duration roundTrip) {
    return links
        .toward(peer)
        .map(link -> SocketTuning.forLink(link, links.limits(), roundTrip, streams))
        .orElseGet(SocketTuning::kernel);
  }

  /** Keeps the round trip of the first connection's handshake, before anything could queue up. */
  void learn(Channel connected) {
    if (measured == null && !isLoopback(connected.remoteAddress())) {
      PathFacts.of(connected).map(PathFacts::roundTrip).ifPresent(this::learn);
    }
  }

  private static boolean isLoopback(SocketAddress address) {
    return address instanceof InetSocketAddress inet && inet.getAddress().isLoopbackAddress();
  }

  /** Starts to read the links aside: event loops don't wait for files. */
  void learn(Duration roundTrip) {
    if (measured == null) {
      measured = new Measured(roundTrip, CompletableFuture.supplyAsync(Links::here));
    }
  }
}
