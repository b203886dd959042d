package io.sluice.transport.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.sluice.transport.Transport;
import io.sluice.transport.suite.Pair;
import java.nio.charset.StandardCharsets;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A pair of which each side that runs on UCX holds the same key. */
final class KeyedPair extends Pair {
  private static final SecretKey KEY =
      new SecretKeySpec(
          "a key of the suite's own".getBytes(StandardCharsets.US_ASCII), "HmacSHA256");

  private final boolean serverHasKey;
  private final boolean clientHasKey;

  KeyedPair(Transport server, Transport client) {
    super(server, client);
    serverHasKey = server instanceof UcxTransport;
    // A client sends a preface where it holds a key, so only to servers of this transport.
    clientHasKey = serverHasKey && client instanceof UcxTransport;
  }

  @Override
  protected ServerBootstrap newServer() {
    ServerBootstrap bootstrap = super.newServer();
    return serverHasKey ? bootstrap.childOption(UcxChannelOption.UCX_KEY, KEY) : bootstrap;
  }

  @Override
  protected Bootstrap newClient() {
    Bootstrap bootstrap = super.newClient();
    return clientHasKey ? bootstrap.option(UcxChannelOption.UCX_KEY, KEY) : bootstrap;
  }
}
