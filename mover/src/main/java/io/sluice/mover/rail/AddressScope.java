package io.sluice.mover.rail;

import java.net.InetAddress;

/**
 * How far an address reaches, by its bits alone. A server that listens on every address of its host
 * takes connections that arrive on any of these but {@link #PUBLIC}.
 */
public enum AddressScope {
  /** {@code 127.0.0.0/8} and {@code ::1}. */
  LOOPBACK,
  /** {@code 169.254.0.0/16} (RFC 3927) and {@code fe80::/10} (RFC 4291). */
  LINK_LOCAL,
  /**
   * {@code 10/8}, {@code 172.16/12}, {@code 192.168/16} (RFC 1918), {@code 100.64/10} (RFC 6598)
   * and {@code fc00::/7} (RFC 4193).
   */
  PRIVATE,
  /** All others, among them those that no host can have. */
  PUBLIC;

  private static final int IPV4 = 4;
  private static final int MAPPED_PREFIX = 12;

  /**
   * The scope of an address. An IPv4 address inside an IPv6 one ({@code ::ffff:10.0.0.1}), as a
   * socket that listens for both families shows it, counts as what it is.
   */
  public static AddressScope of(InetAddress address) {
    byte[] bits = address.getAddress();
    if (bits.length == IPV4) {
      return ofIpv4(bits[0] & 0xff, bits[1] & 0xff);
    }
    if (isMappedIpv4(bits)) {
      return ofIpv4(bits[MAPPED_PREFIX] & 0xff, bits[MAPPED_PREFIX + 1] & 0xff);
    }
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    if ((bits[0] & 0xff) == 0xfe && (bits[1] & 0xc0) == 0x80) {
      return LINK_LOCAL;
    }
    return (bits[0] & 0xfe) == 0xfc ? PRIVATE : PUBLIC;
  }

  private static AddressScope ofIpv4(int first, int second) {
    return switch (first) {
      case 127 -> LOOPBACK;
      case 10 -> PRIVATE;
      case 169 -> second == 254 ? LINK_LOCAL : PUBLIC;
      case 172 -> (second & 0xf0) == 16 ? PRIVATE : PUBLIC;
      case 192 -> second == 168 ? PRIVATE : PUBLIC;
      case 100 -> (second & 0xc0) == 64 ? PRIVATE : PUBLIC;
      default -> PUBLIC;
    };
  }

  private static boolean isMappedIpv4(byte[] bits) {
    for (int i = 0; i < MAPPED_PREFIX - 2; i++) {
      if (bits[i] != 0) {
        return false;
      }
    }
    return bits[MAPPED_PREFIX - 2] == -1 && bits[MAPPED_PREFIX - 1] == -1;
  }

  /** Whether anybody on the Internet may reach it. */
  public boolean isPublic() {
    return this == PUBLIC;
  }
}
