package io.sluice.mover.rail;

import java.net.InetAddress;

/**
 * An address of a host, and what is known of the link that carries it.
 *
 * @param address an IPv4 or IPv6 address
 * @param prefixLength bits of it that name the subnet
 * @param device the interface: {@code ib0}
 * @param link the link in words, or empty where nothing is known or it is the other host's
 * @param bitsPerSecond what the link can carry, or 0 where it is unknown
 */
public record HostAddress(
    InetAddress address, int prefixLength, String device, String link, long bitsPerSecond) {
  /** Checks the figures, since they may have come from another host. */
  public HostAddress {
    int most = address.getAddress().length * Byte.SIZE;
    if (prefixLength < 0 || prefixLength > most) {
      throw new IllegalArgumentException(
          "a subnet of " + address.getHostAddress() + " has 0 to " + most + " bits");
    }
    if (bitsPerSecond < 0) {
      throw new IllegalArgumentException("a data rate is not negative");
    }
  }

  /** How far the address reaches. */
  public AddressScope scope() {
    return AddressScope.of(address);
  }

  /** Whether each of the two sees the other on its own subnet. */
  public boolean sharesSubnet(HostAddress other) {
    return hasSamePrefix(other.address, prefixLength)
        && hasSamePrefix(other.address, other.prefixLength);
  }

  private boolean hasSamePrefix(InetAddress other, int bits) {
    byte[] mine = address.getAddress();
    byte[] theirs = other.getAddress();
    if (mine.length != theirs.length) {
      return false;
    }
    for (int i = 0; i < mine.length; i++) {
      int left = bits - i * Byte.SIZE;
      if (left <= 0) {
        return true;
      }
      int mask = left >= Byte.SIZE ? 0xff : 0xff << (Byte.SIZE - left) & 0xff;
      if ((mine[i] & mask) != (theirs[i] & mask)) {
        return false;
      }
    }
    return true;
  }
}
