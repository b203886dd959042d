package io.sluice.transport.suite;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapComboFactory;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapFactory;
import io.netty.testsuite.transport.socket.SocketTestPermutation;
import io.sluice.transport.Transport;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The bootstraps of a server on one transport and a client on another. As an extension of the test
 * class it closes them at the end and checks that no buffer has leaked.
 */
public class Pair extends SocketTestPermutation implements AfterAllCallback {
  private static final int ACCEPTORS = 1;

  private final Transport server;
  private final Transport client;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup servers;
  private final EventLoopGroup clients;

  public Pair(Transport server, Transport client) {
    this.server = server;
    this.client = client;
    this.acceptors = server.newEventLoopGroup(ACCEPTORS);
    this.servers = server.newEventLoopGroup(NUM_THREADS);
    this.clients = client.newEventLoopGroup(NUM_THREADS);
  }

  /** The server of every test; its clients are those of {@link #socket()} or the JDK's sockets. */
  protected ServerBootstrap newServer() {
    return new ServerBootstrap().group(acceptors, servers).channel(server.serverChannelClass());
  }

  /** A client of {@link #newServer}. */
  protected Bootstrap newClient() {
    return newStranger();
  }

  /** A client of the JDK's server sockets, which know nothing of any transport. */
  protected final Bootstrap newStranger() {
    return new Bootstrap().group(clients).channel(client.channelClass());
  }

  @Override
  public List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> socket() {
    return combo(List.of(this::newServer), List.of(this::newClient));
  }

  @Override
  public List<BootstrapFactory<ServerBootstrap>> serverSocket() {
    return List.of(this::newServer);
  }

  @Override
  public List<BootstrapFactory<Bootstrap>> clientSocket() {
    return List.of(this::newStranger);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getRequiredTestClass().getEnclosingClass() != null) {
      return;
    }
    for (EventLoopGroup group : List.of(acceptors, servers, clients)) {
      group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
    }
    RecordingLeakDetector.assertNothingLeaked();
  }
}
