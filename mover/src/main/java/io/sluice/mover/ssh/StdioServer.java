package io.sluice.mover.ssh;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.NetUtil;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Token;
import io.sluice.mover.rail.HostAddresses;
import io.sluice.mover.store.FileStore;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The other end of {@link SshServer}: what {@code mover serve --stdio} runs. It reads a token from
 * its input, serves with it on every address of this host at a port that the kernel chooses,
 * announces that in one line on its output, and ends with its input.
 */
public final class StdioServer {
  /** A client that has gone without a word may come back for so long. */
  private static final Duration AFTER_SESSION = Duration.ofMinutes(5);

  private static final int MOST_TOKEN = 1025;
  private static final int CONNECT_MILLIS = 5000;

  private final Starter starter;
  private final InputStream in;
  private final OutputStream out;
  private final Map<String, String> environment;

  /** What is served. */
  interface Served extends AutoCloseable {
    int port();

    CompletionStage<Void> firstSession();

    @Override
    void close();
  }

  /** Starts what is served. */
  @FunctionalInterface
  interface Starter {
    Served start(Token token) throws IOException;
  }

  /**
   * Makes one.
   *
   * @param settings all but the token, the addresses and what is served: every file that the user
   *     who logged in can reach, relative ones from the home folder
   * @param in standard input, which nothing else may read
   * @param out standard output, to which nothing else may write
   */
  public StdioServer(MoverServer.Builder settings, InputStream in, OutputStream out) {
    this(token -> serve(settings.token(token)), in, out, System.getenv());
  }

  StdioServer(Starter starter, InputStream in, OutputStream out, Map<String, String> environment) {
    this.starter = starter;
    this.in = in;
    this.out = out;
    this.environment = environment;
  }

  private static Served serve(MoverServer.Builder settings) throws IOException {
    MoverServer server = settings.store(FileStore.local()).listen(new InetSocketAddress(0)).start();
    return new Served() {
      @Override
      public int port() {
        return server.addresses().get(0).getPort();
      }

      @Override
      public CompletionStage<Void> firstSession() {
        return server.firstSession();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  /**
   * Serves until the input ends, or until some minutes after the first session did.
   *
   * @throws IOException where the first line of input is no token, or it can't listen
   */
  public void run() throws IOException {
    Token token = readToken();
    Transport transport = Transports.of("nio");
    try (Served served = starter.start(token)) {
      EventLoopGroup loops = transport.newEventLoopGroup(1);
      try {
        announce(served.port());
        Bootstrap bootstrap = bootstrap(transport, loops);
        InetSocketAddress target =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), served.port());
        Multiplexer multiplexer =
            new Multiplexer(in, out, carried -> open(bootstrap, carried, target));
        multiplexer.start();
        CompletableFuture<Void> over = new CompletableFuture<>();
        multiplexer.ended().whenComplete((nothing, failure) -> over.complete(null));
        served
            .firstSession()
            .whenComplete(
                (nothing, failure) ->
                    over.completeOnTimeout(null, AFTER_SESSION.toSeconds(), TimeUnit.SECONDS));
        over.join();
        multiplexer.end(null);
      } finally {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      }
    }
  }

  private Token readToken() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n' && line.size() < MOST_TOKEN) {
      line.write(next);
      next = in.read();
    }
    try {
      return Token.of(line.toByteArray());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "serve --stdio is for a mover on another host, which writes a token: " + e.getMessage(),
          e);
    }
  }

  private void announce(int port) throws IOException {
    ReadyLine line = new ReadyLine(port, used(), HostAddresses.here());
    out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** sshd says {@code SSH_CONNECTION="client port server port"}. */
  private Optional<InetAddress> used() throws IOException {
    String[] words = environment.getOrDefault("SSH_CONNECTION", "").trim().split(" ");
    byte[] bytes = words.length < 3 ? null : NetUtil.createByteArrayFromIpAddressString(words[2]);
    return bytes == null ? Optional.empty() : Optional.of(InetAddress.getByAddress(bytes));
  }

  private static Bootstrap bootstrap(Transport transport, EventLoopGroup loops) {
    return new Bootstrap()
        .group(loops)
        .channel(transport.channelClass())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(Multiplexer.PIECE));
  }

  /** Waits, so that data never comes before its channel. */
  private static void open(Bootstrap bootstrap, Carried carried, InetSocketAddress target)
      throws IOException {
    ChannelFuture connected =
        bootstrap.clone().handler(carried).connect(target).awaitUninterruptibly();
    if (!connected.isSuccess()) {
      throw new IOException(connected.cause());
    }
  }
}
