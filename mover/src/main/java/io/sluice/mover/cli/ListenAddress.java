package io.sluice.mover.cli;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code ADDRESS[:PORT]}, an IPv6 address in brackets. */
final class ListenAddress {
  private static final int MOST_PORT = 65535;

  private ListenAddress() {}

  /** The addresses that are named, or loopback. */
  static List<InetSocketAddress> all(List<String> named, int port) throws IOException {
    checkPort(port, "--port");
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String one : named) {
      addresses.add(parse(one, port));
    }
    if (addresses.isEmpty()) {
      addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
    return addresses;
  }

  static InetSocketAddress parse(String text, int port) {
    int hostEnd = text.startsWith("[") ? text.indexOf(']') + 1 : text.lastIndexOf(':');
    if (text.startsWith("[") && hostEnd == 0) {
      throw new UsageException("--listen: \"" + text + "\" lacks its closing bracket");
    }
    if (!text.startsWith("[") && hostEnd != text.indexOf(':')) {
      throw new UsageException("--listen: an IPv6 address stands in brackets: [" + text + "]");
    }
    int end = hostEnd < 0 ? text.length() : hostEnd;
    String host = text.startsWith("[") ? text.substring(1, end - 1) : text.substring(0, end);
    int at = port;
    if (end < text.length()) {
      try {
        at = text.charAt(end) == ':' ? Integer.parseInt(text.substring(end + 1)) : -1;
      } catch (NumberFormatException e) {
        at = -1;
      }
    }
    checkPort(at, "--listen " + text);
    if (host.isEmpty()) {
      throw new UsageException("--listen: \"" + text + "\" names no address; 0.0.0.0 is any");
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(host), at);
    } catch (UnknownHostException e) {
      throw new UsageException("--listen: " + host + " is not known");
    }
  }

  private static void checkPort(int port, String where) {
    if (port < 0 || port > MOST_PORT) {
      throw new UsageException(where + ": a port is from 0 to " + MOST_PORT);
    }
  }

  /** {@code 127.0.0.1:7420}, {@code [::1]:7420}. */
  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
        + ":"
        + address.getPort();
  }
}
