package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.Token;
import io.sluice.mover.store.Needs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A source and a destination folder, a server for both, and a mover. */
final class TreePair implements AutoCloseable {
  /** Which way the bytes go. */
  enum Way {
    PUSH,
    PULL,
    LOCAL
  }

  static final String TOKEN = "a-token-for-tests-only";

  final Path from;
  final Path to;
  private final MoverServer server;
  private final Mover mover;
  private int port;

  TreePair(Path folder) throws IOException {
    this(folder, "auto");
  }

  /** Over this transport where bytes go to the server or come from it. */
  TreePair(Path folder, String transport) throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = folder.resolve("to");
    Token token = Token.of(TOKEN);
    Options options = Options.defaults().withTransport(transport).withDurable(false);
    server =
        MoverServer.builder()
            .options(Options.defaults().withTransport(transport))
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .root(path(folder))
            .token(token)
            .start();
    port = server.addresses().get(0).getPort();
    mover = Mover.builder().token(token).options(options).build();
  }

  Report sync(Way way, SyncOptions options) {
    return sync(way, options, SyncListener.NONE);
  }

  Report sync(Way way, SyncOptions options, SyncListener listener) {
    Place here = Place.local(path(from));
    Place there = Place.local(path(to));
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    return switch (way) {
      case PUSH -> mover.sync(here, Place.on(host, port, path(to)), options, listener).await();
      case PULL -> mover.sync(Place.on(host, port, path(from)), there, options, listener).await();
      case LOCAL -> mover.sync(here, there, options, listener).await();
    };
  }

  /** Where the server listens. */
  InetSocketAddress address() {
    return server.addresses().get(0);
  }

  /** Goes to the server by another port. */
  void goBy(int other) {
    port = other;
  }

  /** To another folder of this host. */
  Report syncLocally(Path elsewhere, SyncOptions options) {
    return mover
        .sync(Place.local(path(from)), Place.local(path(elsewhere)), options, SyncListener.NONE)
        .await();
  }

  static BytePath path(Path path) {
    return BytePath.of(path.toString());
  }

  /** By an independent reader; and nothing is left of the copying. */
  void assertEqual() throws IOException {
    Needs.command("rsync", "rsync");
    assertThat(text("rsync", "-aHAXSnci", "--delete", "--numeric-ids", from + "/", to + "/"))
        .isEmpty();
    assertThat(text("find", to.toString(), "-name", ".sluice-*")).isEmpty();
  }

  static String text(String... command) throws IOException {
    return new String(Needs.run(command), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    mover.close();
    server.close();
  }
}
