package io.sluice.mover.rail;

import java.util.Comparator;

/**
 * Two addresses that qualify as a rail.
 *
 * @param here this side's
 * @param there the other side's
 * @param named whether the session itself was opened over it
 * @param direct whether it needs no router, as far as is known
 */
record Pair(HostAddress here, HostAddress there, boolean named, boolean direct) {
  /** The faster first; unknown is slow. */
  static final Comparator<Pair> BEST_FIRST =
      Comparator.comparingLong(Pair::bitsPerSecond)
          .thenComparing(Pair::named)
          .thenComparing(Pair::direct)
          .reversed()
          .thenComparing(Pair::isIpv6);

  long bitsPerSecond() {
    return Math.min(here.bitsPerSecond(), there.bitsPerSecond());
  }

  private boolean isIpv6() {
    return there.address().getAddress().length > 4;
  }

  /** Whether using both at once uses one link twice. */
  boolean sharesLink(Pair other) {
    return deviceOf(here).equals(deviceOf(other.here))
        || deviceOf(there).equals(deviceOf(other.there));
  }

  private static String deviceOf(HostAddress side) {
    return side.device().isEmpty() ? side.address().getHostAddress() : side.device();
  }

  Rail rail() {
    return new Rail(here.address(), there.address(), here.link(), bitsPerSecond());
  }
}
