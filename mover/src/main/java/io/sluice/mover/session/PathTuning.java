package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.link.Links;
import io.sluice.transport.link.PathFacts;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The socket options of a session's connections: from the link towards the peer and from the round
 * trip that an earlier connection measured, then as the user overrides them. The first connection
 * has nothing measured and is left to the kernel; it carries no bulk. Thread-safe.
 */
final class PathTuning {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(PathTuning.class);

  private final Links links;
  private final int streams;
  private final UnaryOperator<SocketTuning> overrides;
  private final Set<SocketTuning> told = ConcurrentHashMap.newKeySet();
  private volatile Duration roundTrip = Duration.ZERO;

  /**
   * Makes one.
   *
   * @param streams connections that share the way
   */
  PathTuning(Links links, int streams, UnaryOperator<SocketTuning> overrides) {
    this.links = links;
    this.streams = Math.max(1, streams);
    this.overrides = overrides;
  }

  /**
   * For a connection to {@code peer}. Asks the routing table: two system calls, none that blocks.
   */
  SocketTuning toward(InetAddress peer) {
    SocketTuning chosen =
        links
            .toward(peer)
            .map(link -> SocketTuning.forLink(link, links.limits(), roundTrip, streams))
            .orElseGet(SocketTuning::kernel);
    SocketTuning tuning = overrides.apply(chosen);
    if (told.add(tuning)) {
      logger.info("Sockets: {}", tuning);
    }
    return tuning;
  }

  /** Keeps the round trip that a connection has measured. */
  void learn(Channel connected) {
    // The handshake's own, before anything could queue up.
    PathFacts.of(connected).map(PathFacts::roundTrip).ifPresent(this::learn);
  }

  void learn(Duration measured) {
    if (roundTrip.isZero()) {
      roundTrip = measured;
    }
  }
}
