package io.sluice.transport;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Finds and chooses transports. Each different choice is logged once, by the logger of this class's
 * name, and can be had as a metric: see {@link TransportMetrics}.
 */
public final class Transports {
  /** System property that forces a transport by name for every automatic choice. */
  public static final String PROPERTY = "io.sluice.transport";

  /** Environment variable that does the same where the property is not set. */
  public static final String VARIABLE = "SLUICE_TRANSPORT";

  static final Selection SELECTION =
      new Selection(Selection.installed(), System::getProperty, System::getenv);

  private Transports() {}

  /** Every transport that is installed, available or not, most preferred first. */
  public static List<Transport> all() {
    return SELECTION.all();
  }

  /**
   * The transport of that name, available or not.
   *
   * @throws IllegalArgumentException where none has that name; the message lists those there are
   */
  public static Transport of(String name) {
    return SELECTION.of(name);
  }

  /**
   * The best transport of this host, or the one that the property or the variable forces.
   *
   * @throws UnsatisfiedLinkError where the forced one is not available
   * @throws IllegalArgumentException where no transport has the forced name
   */
  public static Choice best() {
    return SELECTION.best(Transport::objection);
  }

  /**
   * The best transport of this host for connections to {@code peer}, or the one that is forced.
   * Whether the peer has it too is only known once it answers. May read small files, so it belongs
   * on no event loop.
   *
   * @param peer resolved
   * @throws UnsatisfiedLinkError where the forced one is not available
   * @throws IllegalArgumentException where no transport has the forced name
   */
  public static Choice best(InetSocketAddress peer) {
    return SELECTION.best(transport -> transport.objection(peer));
  }

  /**
   * The transport of that name, chosen because of {@code reason}, a clause that follows "because".
   *
   * @throws UnsatisfiedLinkError where it is not available
   * @throws IllegalArgumentException where none has that name
   */
  public static Choice choose(String name, String reason) {
    return SELECTION.choose(name, reason);
  }
}
