package io.sluice.mover.ssh;

import io.sluice.mover.Place;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** How a place on another host is reached. */
public enum Route {
  /** A daemon or nothing. */
  DAEMON,
  /** A daemon that answers within {@link #DAEMON_WAIT}, or else ssh. */
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

  /**
   * Whether a failure to reach the daemon's port means that no daemon is there: nobody answered, or
   * the host said no. A name that can't be looked up counts too, since ssh may know it as an alias.
   * All else, a wrong key above all, is an error to report.
   */
  public static boolean meansNoDaemon(Throwable failure) {
    return failure instanceof ConnectException
        || failure instanceof NoRouteToHostException
        || failure instanceof SocketTimeoutException
        || failure instanceof TimeoutException
        || failure instanceof UnknownHostException;
  }
}
