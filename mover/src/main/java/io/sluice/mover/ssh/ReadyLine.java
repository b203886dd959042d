package io.sluice.mover.ssh;

import io.netty.util.NetUtil;
import io.sluice.mover.rail.HostAddress;
import io.sluice.mover.rail.Rails;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one line in which a server that was started by ssh says where it listens: {@code SLUICE/1
 * port=40123 used=192.168.7.2 address=10.77.0.2/24,32000000000,ib0 …}. An address has the bits of
 * its subnet, the link's bits per second or 0, and the interface. Fields that are not known are
 * skipped, so that later versions can add some.
 *
 * @param port where it listens, on every address
 * @param used the address at which ssh arrived there, if known
 * @param addresses those of its host
 */
record ReadyLine(int port, Optional<InetAddress> used, List<HostAddress> addresses) {
  private static final String MARK = "SLUICE/";
  private static final String VERSION = "1";

  ReadyLine {
    if (port < 1 || port > 0xffff) {
      throw new IllegalArgumentException("there is no port " + port);
    }
    addresses = List.copyOf(addresses);
  }

  /** A profile that prints more than this before the line is no greeting. */
  private static final int MOST_BEFORE = 64 << 10;

  /**
   * Reads up to the end of the line and no byte further; what comes before it is ignored.
   *
   * @return empty where the stream ends without one
   * @throws SshException where too much comes before it, or it is damaged
   */
  static Optional<ReadyLine> await(InputStream from) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int seen = 0; seen < MOST_BEFORE; seen++) {
      int next = from.read();
      if (next < 0) {
        return Optional.empty();
      }
      if (next != '\n') {
        line.write(next);
        continue;
      }
      Optional<ReadyLine> found = parse(line.toString(StandardCharsets.ISO_8859_1));
      if (found.isPresent()) {
        return found;
      }
      line.reset();
    }
    throw new SshException(
        "the shell there printed more than "
            + MOST_BEFORE
            + " bytes before the mover started: does its profile run an endless program?");
  }

  /**
   * Reads a line of output.
   *
   * @return empty where it is something else, such as a greeting
   * @throws SshException where it is one of another version, or damaged
   */
  static Optional<ReadyLine> parse(String line) throws SshException {
    // A greeting may lack its newline, so the mark can be anywhere.
    int mark = line.lastIndexOf(MARK);
    if (mark < 0) {
      return Optional.empty();
    }
    String[] words = line.substring(mark + MARK.length()).trim().split(" +");
    if (!words[0].equals(VERSION)) {
      throw new SshException(
          "the mover there speaks version "
              + words[0]
              + " of the ssh protocol, this one "
              + VERSION
              + ": install the same version on both hosts");
    }
    try {
      return Optional.of(ofFields(words));
    } catch (IllegalArgumentException | UnknownHostException e) {
      throw new SshException("the mover there announced itself wrongly: " + e.getMessage(), e);
    }
  }

  private static ReadyLine ofFields(String[] words) throws UnknownHostException {
    int port = 0;
    Optional<InetAddress> used = Optional.empty();
    List<HostAddress> addresses = new ArrayList<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String value = word.substring(equals + 1);
      switch (word.substring(0, Math.max(equals, 0))) {
        case "port" -> port = Integer.parseInt(value);
        case "used" -> used = Optional.of(address(value));
        case "address" -> {
          if (addresses.size() < Rails.MOST_ADDRESSES) {
            addresses.add(hostAddress(value));
          }
        }
        default -> {}
      }
    }
    return new ReadyLine(port, used, addresses);
  }

  private static HostAddress hostAddress(String value) throws UnknownHostException {
    String[] parts = value.split(",", 3);
    int slash = parts[0].indexOf('/');
    if (parts.length < 3 || slash < 0) {
      throw new IllegalArgumentException("address " + value);
    }
    return new HostAddress(
        address(parts[0].substring(0, slash)),
        Integer.parseInt(parts[0].substring(slash + 1)),
        parts[2],
        "",
        Long.parseLong(parts[1]));
  }

  /** Only figures: a name from the other host must not be looked up. */
  private static InetAddress address(String text) throws UnknownHostException {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    if (bytes == null) {
      throw new IllegalArgumentException("address " + text);
    }
    return InetAddress.getByAddress(bytes);
  }

  /** The line, without its newline. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(MARK).append(VERSION).append(" port=").append(port);
    used.ifPresent(it -> line.append(" used=").append(NetUtil.toAddressString(it)));
    for (HostAddress one : addresses) {
      line.append(" address=")
          .append(NetUtil.toAddressString(one.address()))
          .append('/')
          .append(one.prefixLength())
          .append(',')
          .append(one.bitsPerSecond())
          .append(',')
          .append(one.device());
    }
    return line.toString();
  }
}
