package io.sluice.mover.session;

import io.sluice.mover.Place;
import io.sluice.mover.Token;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reaches daemons that run. */
public final class DaemonReach implements Reach {
  private final int port;
  private final Function<Place, Token> tokens;

  /** Makes one that goes to {@code port} where a place names none. */
  public DaemonReach(int port, Function<Place, Token> tokens) {
    this.port = port;
    this.tokens = tokens;
  }

  @Override
  public Reached reach(Place place) throws SessionException {
    Token token = tokens.apply(place);
    if (token == null) {
      throw SessionException.connect("no token is known for " + place.host());
    }
    Endpoint endpoint = new Endpoint(place.host(), addresses(place), token, null);
    return () -> endpoint;
  }

  private List<InetSocketAddress> addresses(Place place) throws SessionException {
    int to = place.port() == 0 ? port : place.port();
    try {
      List<InetSocketAddress> all = new ArrayList<>();
      for (InetAddress address : InetAddress.getAllByName(place.host())) {
        all.add(new InetSocketAddress(address, to));
      }
      return all;
    } catch (UnknownHostException e) {
      throw SessionException.connect("no address is known for that name");
    }
  }
}
