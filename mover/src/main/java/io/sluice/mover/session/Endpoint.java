package io.sluice.mover.session;

import io.sluice.mover.Token;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a server is and what proves it.
 *
 * @param name the host as the user named it
 * @param addresses to try for the control channel, in order
 * @param token the secret
 * @param relay one of the addresses, which is on this host and leads to the server through ssh, or
 *     {@code null}
 */
public record Endpoint(
    String name, List<InetSocketAddress> addresses, Token token, InetSocketAddress relay) {}
