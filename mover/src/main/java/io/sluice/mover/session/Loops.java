package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.sluice.transport.link.Link;
import java.net.InetSocketAddress;

/**
 * How many event loops a side has. A loop reads or writes files and sockets without ever waiting
 * for the other end, so one loop fills one processor; half of the processors is left to the
 * kernel's side of the network and, on loopback, to the peer. A thread per stream is worse:
 * measured on two processors, one loop a side moved 1.3 times as much, at 0.85 of its processor
 * time.
 *
 * <p>Who receives does more for each byte than who sends, and a single loop bounds a copy at what
 * one processor can store; so there are two where there are two processors. Measured on two, with
 * the writes to one file in turn: 1.1 times as much as with one, at equal processor time. A second
 * loop that sends takes a processor from those that receive.
 */
final class Loops {
  private Loops() {}

  /** Of a side that may receive. */
  static int count() {
    return Math.max(Math.min(2, processors()), sending());
  }

  /** How many of them a client that sends uses. */
  static int sending() {
    return Math.max(1, processors() / 2);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Whether the link's device reads memory itself, so that {@code sendfile} saves a copy. */
  static boolean zeroCopyPays(Channel channel) {
    if (!(channel.localAddress() instanceof InetSocketAddress local)
        || local.getAddress().isLoopbackAddress()) {
      return false;
    }
    return Link.of(local.getAddress())
        .map(
            link ->
                switch (link.kind()) {
                  case ETHERNET, IPOIB, ROCE -> true;
                  case LOOPBACK, VIRTUAL, UNKNOWN -> false;
                })
        .orElse(false);
  }
}
