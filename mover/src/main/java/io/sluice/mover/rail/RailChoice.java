package io.sluice.mover.rail;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Puts every pair of addresses that may carry data into the order in which they are worth trying.
 * Pure: the same lists give the same order.
 */
final class RailChoice {
  private final List<HostAddress> here;
  private final List<HostAddress> there;
  private final HostAddress namedHere;
  private final HostAddress namedThere;

  RailChoice(
      List<HostAddress> here, List<HostAddress> there, InetAddress local, InetAddress remote) {
    this.here = here;
    this.there = there;
    namedHere = find(here, plain(local));
    namedThere = find(there, plain(remote));
  }

  /** A socket for both families shows an IPv4 peer as {@code ::ffff:10.0.0.1}. */
  private static InetAddress plain(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  private static HostAddress find(List<HostAddress> list, InetAddress address) {
    return in(list, address)
        .orElseGet(() -> new HostAddress(address, 8 * address.getAddress().length, "", "", 0));
  }

  private static Optional<HostAddress> in(List<HostAddress> list, InetAddress address) {
    return list.stream().filter(one -> one.address().equals(address)).findFirst();
  }

  /** The pair that the session itself was opened over. */
  Pair named() {
    return new Pair(namedHere, namedThere, true, true);
  }

  /**
   * All that may carry data, best first.
   *
   * @param route tells from which local address this host would reach another host's
   */
  List<Pair> ordered(Function<InetAddress, Optional<InetAddress>> route) {
    if (namedThere.scope() == AddressScope.LOOPBACK || isMine(namedThere.address())) {
      return List.of(named());
    }
    List<Pair> found = new ArrayList<>();
    found.add(named());
    addNeighbours(found);
    addRouted(found, route);
    found.sort(Pair.BEST_FIRST);
    return List.copyOf(found);
  }

  private void addNeighbours(List<Pair> found) {
    for (HostAddress theirs : there) {
      for (HostAddress mine : here) {
        boolean named = mine.equals(namedHere) && theirs.equals(namedThere);
        if (!named && mayCarry(mine) && mayCarry(theirs) && isNeighbour(mine, theirs)) {
          found.add(new Pair(mine, theirs, false, true));
        }
      }
    }
  }

  /** Fabrics that route between racks share no subnet: worth it only where faster for certain. */
  private void addRouted(List<Pair> found, Function<InetAddress, Optional<InetAddress>> route) {
    long toBeat = Math.min(namedHere.bitsPerSecond(), namedThere.bitsPerSecond());
    for (HostAddress theirs : there) {
      boolean paired = found.stream().anyMatch(one -> one.there().equals(theirs));
      if (paired || toBeat == 0 || !mayCarry(theirs) || isMine(theirs.address())) {
        continue;
      }
      route
          .apply(theirs.address())
          .flatMap(local -> in(here, local))
          .filter(RailChoice::mayCarry)
          .map(mine -> new Pair(mine, theirs, false, false))
          .filter(one -> one.bitsPerSecond() > toBeat)
          .ifPresent(found::add);
    }
  }

  /** A link-local address means nothing without its interface, which the other side can't name. */
  private static boolean mayCarry(HostAddress address) {
    return address.scope() == AddressScope.PRIVATE;
  }

  /** Bridges of containers and virtual machines often have one address on every host. */
  private boolean isNeighbour(HostAddress mine, HostAddress theirs) {
    return mine.sharesSubnet(theirs) && !isMine(theirs.address());
  }

  private boolean isMine(InetAddress address) {
    return in(here, address).isPresent();
  }
}
