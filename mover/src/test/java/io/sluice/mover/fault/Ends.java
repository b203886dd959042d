package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Token;
import io.sluice.mover.Transfer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A server, a client, and a relay between them that can do harm; they share a folder. */
final class Ends implements AutoCloseable {
  static final int EXTENT = 256 << 10;
  static final Token TOKEN = Token.of("a-token-for-tests");

  private final Path folder;
  private final MoverServer server;
  private final FaultyRelay relay;
  private final Mover mover;

  /** The server has no option of these but the transport. */
  Ends(Path folder, UnaryOperator<Options> change) throws IOException {
    this.folder = folder;
    Options options =
        change.apply(
            Options.defaults()
                .withExtent(EXTENT)
                .withStreams(3)
                .withDurable(false)
                .withTimeout(Duration.ofSeconds(2))
                .withRetryFor(Duration.ofSeconds(20)));
    server =
        MoverServer.builder()
            .options(Options.defaults().withTransport(options.transport()))
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .root(BytePath.of("/"))
            .token(TOKEN)
            .start();
    relay = new FaultyRelay(server.addresses().get(0));
    mover = Mover.builder().options(options).token(TOKEN).build();
  }

  FaultyRelay relay() {
    return relay;
  }

  Mover mover() {
    return mover;
  }

  MoverServer server() {
    return server;
  }

  /** A file of random bytes. */
  Path file(String name, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return Files.write(folder.resolve(name), bytes);
  }

  Transfer push(Path source, Path target) {
    return mover.copy(List.of(here(source)), there(target), CopyOptions.defaults());
  }

  Transfer pull(Path source, Path target) {
    return mover.copy(List.of(there(source)), here(target), CopyOptions.defaults());
  }

  static Place here(Path path) {
    return Place.local(BytePath.of(path.toString()));
  }

  /** By way of the relay. */
  Place there(Path path) {
    return Place.on("127.0.0.1", relay.port(), BytePath.of(path.toString()));
  }

  static void awaitBytes(Transfer transfer, long bytes) throws Exception {
    Await.until(
        bytes + " bytes have arrived: " + transfer.progress(),
        () -> transfer.progress().bytes() >= bytes || isOver(transfer));
    assertThat(isOver(transfer)).as("the copy is over too soon").isFalse();
  }

  private static boolean isOver(Transfer transfer) {
    return transfer.report().toCompletableFuture().isDone();
  }

  /** All is there, and nothing besides. */
  static void assertArrived(Report report, Path source, Path target) throws IOException {
    assertThat(report.failures()).isEmpty();
    assertThat(Files.mismatch(source, target)).isEqualTo(-1);
    assertThat(report.bytes()).isEqualTo(Files.size(source));
    assertNoParts(target.getParent());
  }

  /** No part file is left beside the target. */
  static void assertNoParts(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("."));
    }
  }

  /**
   * The last session's data went over UCX, and that of all before it as well: none of the file
   * passed the relay, which sees every byte of TCP.
   */
  void assertOverUcx(Report report) {
    assertThat(report.path()).isEqualTo("shared memory");
    assertThat(relay.toServer().passed() + relay.toClient().passed()).isLessThan(EXTENT);
  }

  @Override
  public void close() throws IOException {
    mover.close();
    relay.close();
    server.close();
  }
}
