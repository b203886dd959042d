package io.sluice.transport.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.sluice.transport.Transport;
import io.sluice.transport.suite.Pair;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A pair of which each side that runs on UCX holds the same key, except in the tests that {@link
 * #WITHOUT_UPGRADE} names.
 */
final class KeyedPair extends Pair implements ExecutionCondition {
  /** Tests that run over UCX's channels without an upgrade, with the reason. */
  static final Map<String, String> WITHOUT_UPGRADE =
      Map.of(
          "testAutoCloseFalseDoesShutdownOutput",
          "blocks the server's event loop until the client has read; the preface needs that loop",
          "testAutoReadOffNoDataReadUntilReadCalled",
          "wants a client's write done before the server accepts; it waits for the preface");

  private static final SecretKey KEY =
      new SecretKeySpec(
          "a key of the suite's own".getBytes(StandardCharsets.US_ASCII), "HmacSHA256");

  private final boolean serverHasKey;
  private final boolean clientHasKey;

  private boolean withoutUpgrade;

  KeyedPair(Transport server, Transport client) {
    super(server, client);
    serverHasKey = server instanceof UcxTransport;
    // A client sends a preface where it holds a key, so only to servers of this transport.
    clientHasKey = serverHasKey && client instanceof UcxTransport;
  }

  /** Runs every test; learns which one comes. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    withoutUpgrade =
        context
            .getTestMethod()
            .map(Method::getName)
            .filter(WITHOUT_UPGRADE::containsKey)
            .isPresent();
    return ConditionEvaluationResult.enabled("runs");
  }

  @Override
  protected ServerBootstrap newServer() {
    ServerBootstrap bootstrap = super.newServer();
    return serverHasKey && !withoutUpgrade
        ? bootstrap.childOption(UcxChannelOption.UCX_KEY, KEY)
        : bootstrap;
  }

  @Override
  protected Bootstrap newClient() {
    Bootstrap bootstrap = super.newClient();
    return clientHasKey && !withoutUpgrade
        ? bootstrap.option(UcxChannelOption.UCX_KEY, KEY)
        : bootstrap;
  }
}
