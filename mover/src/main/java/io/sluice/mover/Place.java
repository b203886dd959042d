package io.sluice.mover;

import java.nio.charset.StandardCharsets;

/**
 * Where a source or destination is: {@code [user@]host:path}, {@code mover://host[:port]/path},
 * IPv6 literals in brackets; anything else is local. A colon after the first slash belongs to a
 * name ({@code ./a:b}). There is no percent-decoding.
 *
 * @param scheme how the host is reached
 * @param user the user for ssh, or empty
 * @param host name or address without brackets; empty where local
 * @param port from a {@code mover://} place, or 0
 * @param path on that host; relative where the user gave it so
 */
public record Place(Scheme scheme, String user, String host, int port, BytePath path) {
  /** How a host is reached. */
  public enum Scheme {
    LOCAL,
    /** A daemon, or else ssh. */
    HOST,
    /** A daemon only. */
    MOVER
  }

  /** A local path. */
  public static Place local(BytePath path) {
    return new Place(Scheme.LOCAL, "", "", 0, path);
  }

  /** A path on a host that runs a daemon. */
  public static Place on(String host, int port, BytePath path) {
    return new Place(Scheme.MOVER, "", host, port, path);
  }

  /**
   * The place that these bytes of an argument name.
   *
   * <p>A host is reached where the bytes before the first colon, up to which there is no slash, can
   * be a host's name: letters, digits, dots, hyphens and underscores, or an IPv6 literal in
   * brackets, with a user and an {@code @} before it or not. What can't be one is a local name.
   *
   * @throws IllegalArgumentException where they are empty or a {@code mover://} place is malformed
   */
  public static Place parse(byte[] argument) {
    return PlaceParser.parse(argument);
  }

  /** The place that the UTF-8 bytes of {@code argument} name: see {@link #parse(byte[])}. */
  public static Place parse(String argument) {
    return PlaceParser.parse(argument.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether it is on this host's own file system. */
  public boolean isLocal() {
    return scheme == Scheme.LOCAL;
  }
}
