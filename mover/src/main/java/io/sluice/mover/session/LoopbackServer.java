package io.sluice.mover.session;

import io.sluice.mover.Authoriser;
import io.sluice.mover.Failure;
import io.sluice.mover.Store;
import io.sluice.mover.Token;
import io.sluice.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A server of this process on the loopback address, with a key that nobody else knows: the other
 * side of a tree that goes from one folder of this host to another.
 */
final class LoopbackServer implements Reach.Reached {
  private final Server server;
  private final Endpoint endpoint;

  LoopbackServer(Transport transport, Store store) throws SessionException {
    Token token = Token.of(HexFormat.of().formatHex(Handshakes.random(32)));
    InetAddress here = InetAddress.getLoopbackAddress();
    try {
      server =
          new Server(
              new Server.Settings(
                  transport,
                  UnaryOperator.identity(),
                  token,
                  store,
                  false,
                  false,
                  Authoriser.ALL,
                  null),
              List.of(new InetSocketAddress(here, 0)));
    } catch (IOException e) {
      throw new SessionException(Failure.Kind.SESSION, e.getMessage(), false);
    }
    endpoint = new Endpoint("here", server.addresses(), token, null);
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    server.close();
  }
}
