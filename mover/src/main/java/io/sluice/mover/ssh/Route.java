package io.sluice.mover.ssh;

import io.sluice.mover.Place;
import java.time.Duration;

/** How a place on another host is reached. */
public enum Route {
  /** A daemon or nothing. */
  DAEMON,
  /**
   * A daemon whose port answers within {@link #DAEMON_WAIT}, or else ssh. Once it has answered, all
   * that goes wrong is an error to report, a wrong key above all.
   */
  DAEMON_ELSE_SSH,
  /** Straight by ssh. */
  SSH;

  /** How long a daemon has to answer before there counts as being none. */
  public static final Duration DAEMON_WAIT = Duration.ofSeconds(2);

  /**
   * The route to a place.
   *
   * @param hasToken whether there is a token for its host
   * @param rsh the command that the user gave to stand in for ssh, or empty
   * @throws IllegalArgumentException for a local place
   */
  public static Route to(Place place, boolean hasToken, String rsh) {
    return switch (place.scheme()) {
      case LOCAL -> throw new IllegalArgumentException("a local place needs no route");
      case MOVER -> DAEMON;
      case HOST -> hasToken && rsh.isBlank() ? DAEMON_ELSE_SSH : SSH;
    };
  }
}
