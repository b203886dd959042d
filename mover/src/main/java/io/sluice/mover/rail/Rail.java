package io.sluice.mover.rail;

import java.net.InetAddress;

/**
 * A pair of addresses that data may flow over.
 *
 * @param local this side's address, to which a stream binds
 * @param remote the other side's address, to which it connects
 * @param link this side's link in words, or empty where it is unknown
 * @param bitsPerSecond what the slower side's link can carry, or 0 where either is unknown
 */
public record Rail(InetAddress local, InetAddress remote, String link, long bitsPerSecond) {
  /** {@code 10.77.0.1 to 10.77.0.2}. */
  @Override
  public String toString() {
    return local.getHostAddress() + " to " + remote.getHostAddress();
  }
}
