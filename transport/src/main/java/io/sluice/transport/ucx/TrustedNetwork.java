package io.sluice.transport.ucx;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** A set of addresses, written as prefixes: {@code 10.1.0.0/16,192.168.7.4,fd00::/8}. */
public final class TrustedNetwork {
  /** System property with the network that channels trust unless they are told another. */
  static final String PROPERTY = "io.sluice.transport.ucx.trusted";

  /** Trusts nobody. */
  public static final TrustedNetwork NONE = new TrustedNetwork(List.of());

  private static final class Prefix {
    private final byte[] address;
    private final int bits;

    Prefix(byte[] address, int bits) {
      this.address = address;
      this.bits = bits;
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit += 8) {
        int mask = bits - bit >= 8 ? 0xff : 0xff << (8 - (bits - bit)) & 0xff;
        if (((address[bit / 8] ^ other[bit / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Prefix> prefixes;

  private TrustedNetwork(List<Prefix> prefixes) {
    this.prefixes = prefixes;
  }

  /**
   * Reads a list of addresses and prefixes, separated by commas. No names: they would have to be
   * looked up, and whoever answers decides whom to trust.
   *
   * @throws IllegalArgumentException naming the part that can't be read
   */
  public static TrustedNetwork parse(String list) {
    List<Prefix> prefixes = new ArrayList<>();
    for (String part : list.split(",")) {
      String text = part.trim();
      if (text.isEmpty()) {
        continue;
      }
      int slash = text.indexOf('/');
      byte[] address =
          NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
      if (address == null) {
        throw new IllegalArgumentException("not an address or a prefix: " + text);
      }
      int bits;
      try {
        bits = slash < 0 ? address.length * 8 : Integer.parseInt(text.substring(slash + 1));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("not an address or a prefix: " + text, e);
      }
      if (bits < 0 || bits > address.length * 8) {
        throw new IllegalArgumentException("not an address or a prefix: " + text);
      }
      prefixes.add(new Prefix(address, bits));
    }
    return new TrustedNetwork(List.copyOf(prefixes));
  }

  static TrustedNetwork configured() {
    return parse(System.getProperty(PROPERTY, ""));
  }

  /** Whether {@code address} is in it. */
  public boolean contains(InetAddress address) {
    for (Prefix prefix : prefixes) {
      if (prefix.contains(address.getAddress())) {
        return true;
      }
    }
    return false;
  }
}
