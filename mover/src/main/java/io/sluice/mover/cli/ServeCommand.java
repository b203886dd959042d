package io.sluice.mover.cli;

import io.sluice.mover.MoverServer;
import io.sluice.mover.ssh.StdioServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves files to those who hold the token. */
@Command(
    name = "serve",
    description = {
      "Let peers that hold the token read and write below the given folders.",
      "Authenticated is not encrypted: use it where nobody listens in on the network."
    })
final class ServeCommand implements Callable<Integer> {
  /** What sessions get to end by themselves; systemd waits 90 s before it kills. */
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Terminal terminal;

  @Option(
      names = "--root",
      paramLabel = "FOLDER",
      description = "Export this folder; can be repeated. Relative paths start at the first.")
  private List<String> roots = new ArrayList<>();

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS[:PORT]",
      description =
          "Listen here; can be repeated. Loopback as it is. A wildcard (0.0.0.0 or [::], alike both"
              + " IPv4 and IPv6) takes connections on private addresses only.")
  private List<String> listen = new ArrayList<>();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on; 7420 as it is, 0 for any that is free.")
  private int port = MoverServer.PORT;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token. Else MOVER_TOKEN, else ~/.config/sluice/token, which is made where"
              + " it is missing.")
  private String tokenFile;

  @Option(names = "--read-only", description = "Refuse to write.")
  private boolean readOnly;

  @Option(names = "--insecure", description = "Take connections on public addresses too.")
  private boolean insecure;

  @Option(names = "--once", description = "End after the first session.")
  private boolean once;

  @Option(
      names = "--stdio",
      hidden = true,
      description =
          "For a mover that starts this one by ssh: take the token from standard input, serve what"
              + " the user can reach, and end with standard input.")
  private boolean stdio;

  @Mixin private Moving moving;
  @Mixin private Output output;

  ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (stdio) {
      return serveStdio();
    }
    if (roots.isEmpty()) {
      throw new UsageException("--root: say which folder to export");
    }
    Tokens tokens =
        new Tokens(
            tokenFile == null ? null : Path.of(ByteText.decoded(tokenFile)), System.getenv());
    MoverServer.Builder builder =
        MoverServer.builder()
            .options(moving.options())
            .token(tokens.forServer())
            .readOnly(readOnly)
            .insecure(insecure);
    for (String root : roots) {
      builder.root(ByteText.path(root));
    }
    for (InetSocketAddress address : ListenAddress.all(listen, port)) {
      builder.listen(address);
    }
    try (MoverServer server = builder.start()) {
      announce(server, tokens.serverOrigin());
      return untilEnd(server);
    }
  }

  /** Only the announcement and what follows may be on standard output. */
  private int serveStdio() throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    new StdioServer(MoverServer.builder().options(moving.options()), System.in, out).run();
    return Exit.OK;
  }

  private int untilEnd(MoverServer server) throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Signals signals = new Signals(() -> stop(server));
    if (once) {
      server.firstSession().whenComplete((session, problem) -> end.countDown());
    }
    end.await();
    signals.close();
    return Exit.OK;
  }

  /** At a terminal one wants to be out at once: journals keep what has landed. */
  private static void stop(MoverServer server) {
    boolean asked = Signals.isTermination();
    server.drain(asked ? DRAIN : Duration.ofSeconds(1));
    if (asked) {
      Runtime.getRuntime().halt(Exit.OK);
    }
  }

  private void announce(MoverServer server, String origin) {
    for (InetSocketAddress address : server.addresses()) {
      if (output.json()) {
        terminal.print(
            Json.event(
                "listening",
                json ->
                    json.field("address", address.getAddress().getHostAddress())
                        .field("port", address.getPort())
                        .field("token_from", origin)));
      } else if (!output.quiet()) {
        terminal.print(
            "listening on "
                + ListenAddress.text(address)
                + (readOnly ? ", read only" : "")
                + "; token from "
                + ByteText.of(origin));
      }
    }
  }
}
