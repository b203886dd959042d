package io.sluice.mover.rail;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The rails of one session, best first, and which of them still carry. Equally fast rails share the
 * streams; the rail that the session was opened over is always among them, at the place that its
 * rate gives it, so there is one that certainly connects. Thread-safe.
 */
public final class Rails {
  /** The most addresses of a peer that are looked at. */
  public static final int MOST_ADDRESSES = 64;

  private final List<Pair> pairs;
  private final List<Rail> all;
  private final Set<Rail> failed = new HashSet<>();

  private Rails(List<Pair> pairs) {
    this.pairs = pairs;
    all = pairs.stream().map(Pair::rail).toList();
  }

  /**
   * Chooses among all addresses of both hosts. Two addresses are paired where they share a subnet;
   * where they don't, only if the route there is by a link that is faster than the named one.
   * Public and link-local addresses carry nothing unless they are the named ones.
   *
   * @param here this host's addresses
   * @param there the other's, of which no more than {@link #MOST_ADDRESSES} count
   * @param local this side's address of the session's first connection
   * @param remote the address that the user named: where that connection went
   * @param route from which local address this host would reach another: {@link
   *     HostAddresses#routeTo}
   */
  public static Rails choose(
      List<HostAddress> here,
      List<HostAddress> there,
      InetAddress local,
      InetAddress remote,
      Function<InetAddress, Optional<InetAddress>> route) {
    List<HostAddress> bounded = there.subList(0, Math.min(there.size(), MOST_ADDRESSES));
    return new Rails(new RailChoice(here, bounded, local, remote).ordered(route));
  }

  /**
   * The named pair and no other: where the server is bound to one address, or the bytes go through
   * ssh.
   */
  public static Rails only(
      List<HostAddress> here, List<HostAddress> there, InetAddress local, InetAddress remote) {
    return new Rails(List.of(new RailChoice(here, there, local, remote).named()));
  }

  /** All, best first; at least one. */
  public List<Rail> all() {
    return all;
  }

  /**
   * The rail on which a stream should connect now: streams take turns on the fastest rails that
   * have not failed.
   *
   * @param stream its number, from 0
   */
  public synchronized Rail forStream(int stream) {
    List<Pair> sharing = new ArrayList<>();
    for (Pair pair : pairs) {
      if (!failed.contains(pair.rail()) && joins(sharing, pair)) {
        sharing.add(pair);
      }
    }
    return sharing.get(Math.floorMod(stream, sharing.size())).rail();
  }

  private static boolean joins(List<Pair> sharing, Pair pair) {
    if (sharing.isEmpty()) {
      return true;
    }
    long fastest = sharing.get(0).bitsPerSecond();
    return fastest > 0
        && pair.bitsPerSecond() == fastest
        && sharing.stream().noneMatch(pair::sharesLink);
  }

  /**
   * Notes that a rail did not connect or died: later calls give another. When all have failed, all
   * count as untried again, since the trouble may be over by then; how long to go on is the
   * caller's.
   */
  public synchronized void failed(Rail rail) {
    failed.add(rail);
    if (failed.containsAll(all)) {
      failed.clear();
    }
  }
}
