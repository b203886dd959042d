package io.sluice.mover.ssh;

import io.sluice.mover.Place;
import io.sluice.mover.Token;
import io.sluice.mover.rail.HostAddresses;
import io.sluice.mover.session.DaemonReach;
import io.sluice.mover.session.Endpoint;
import io.sluice.mover.session.Reach;
import io.sluice.mover.session.SessionException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Finds the server for a place by its {@link Route}: a daemon, or one that ssh starts. */
public final class HostReach implements Reach {
  private final int port;
  private final Function<Place, Token> tokens;
  private final String rsh;
  private final String remoteMover;
  private final Consumer<String> messages;

  /**
   * Makes one.
   *
   * @param port of daemons, where a place names none
   * @param tokens finds the token of a daemon, or {@code null}
   * @param rsh stands in for ssh, or empty
   * @param remoteMover the program that ssh starts
   * @param messages gets what ssh prints
   */
  public HostReach(
      int port,
      Function<Place, Token> tokens,
      String rsh,
      String remoteMover,
      Consumer<String> messages) {
    this.port = port;
    this.tokens = tokens;
    this.rsh = rsh;
    this.remoteMover = remoteMover;
    this.messages = messages;
  }

  @Override
  public Reached reach(Place place) throws SessionException {
    boolean asked = rsh.isBlank() || place.scheme() == Place.Scheme.MOVER;
    Token token;
    try {
      token = asked ? tokens.apply(place) : null;
    } catch (IllegalArgumentException e) {
      throw SessionException.usage(e.getMessage());
    }
    Route route = Route.to(place, token != null, rsh);
    try {
      if (route == Route.SSH || (route == Route.DAEMON_ELSE_SSH && !isDaemonAt(place))) {
        return bySsh(place);
      }
    } catch (SshException e) {
      throw SessionException.connect(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SessionException.connect("interrupted while it was being reached");
    }
    return new DaemonReach(port, unused -> token).reach(place);
  }

  /** A name that can't be looked up may be one of ssh's own configuration. */
  private boolean isDaemonAt(Place place) {
    List<InetSocketAddress> addresses;
    try {
      addresses =
          Arrays.stream(InetAddress.getAllByName(place.host()))
              .map(address -> new InetSocketAddress(address, port))
              .toList();
    } catch (UnknownHostException e) {
      return false;
    }
    // Event loops for this one question would cost a command a fifth of its start.
    long end = System.nanoTime() + Route.DAEMON_WAIT.toNanos();
    for (int i = 0; i < addresses.size(); i++) {
      long share = (end - System.nanoTime()) / (addresses.size() - i);
      try (Socket socket = new Socket()) {
        socket.connect(addresses.get(i), (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(share)));
        return true;
      } catch (IOException e) {
        // The next one then.
      }
    }
    return false;
  }

  private Reached bySsh(Place place) throws SshException, InterruptedException {
    SshCommand command =
        SshCommand.to(rsh, place.user(), place.host(), remoteMover, SshServer.CONNECT_WAIT);
    SshServer server =
        SshServer.start(
            command, SshServer.START_WAIT, line -> messages.accept(place.host() + ": " + line));
    try {
      List<InetSocketAddress> addresses = new ArrayList<>(server.reachable(HostAddresses.here()));
      InetSocketAddress relay = server.relay();
      addresses.add(relay);
      return new BySsh(server, new Endpoint(place.host(), addresses, server.token(), relay));
    } catch (IOException e) {
      server.close();
      throw new SshException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private record BySsh(SshServer server, Endpoint endpoint) implements Reached {
    @Override
    public void close() {
      server.close();
    }
  }
}
