package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Mover;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Transfer;
import io.sluice.mover.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Either end is killed with SIGKILL, and the copy is started again. */
@Timeout(120)
class KillTest {
  private static final int SIZE = 40 * Ends.EXTENT + 7;
  private static final String PROGRESS =
      "{\"schema\":1,\"event\":\"progress\",\"phase\":\"moving\"";

  @TempDir Path folder;
  private Path source;
  private Path target;
  private Path token;
  private Ends ends;

  private void start(String transport) throws IOException {
    if (transport.equals("ucx")) {
      Needs.ucx();
    }
    ends = new Ends(folder, options -> options.withTransport(transport));
    source = ends.file("source", SIZE);
    target = Files.createDirectory(folder.resolve("to")).resolve("target");
    token = Files.writeString(folder.resolve("token"), "a-token-for-tests");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void close() throws IOException {
    if (ends != null) {
      ends.close();
    }
  }

  @ParameterizedTest(name = "push {0}, over {1}")
  @CsvSource({"true, epoll", "false, epoll", "true, ucx", "false, ucx"})
  void afterTheClientIsKilledOnlyWhatIsMissingMoves(boolean push, String transport)
      throws Exception {
    start(transport);
    Files.writeString(target, "old");
    String remote = "mover://127.0.0.1:" + ends.relay().port();
    try (Jvm client =
        Jvm.fork(
            Main.class,
            "copy",
            "--json",
            "--transport",
            transport,
            "--limit",
            "2MiB/s",
            "--extent",
            Integer.toString(Ends.EXTENT),
            "--token-file",
            token.toString(),
            push ? source.toString() : remote + source,
            push ? remote + target : target.toString())) {
      client.awaitLine(PROGRESS);
      client.awaitLine(PROGRESS);

      client.kill();
    }
    assertThat(target).hasContent("old");

    Report report = (push ? ends.push(source, target) : ends.pull(source, target)).await();
    assertResumed(report);
    if (transport.equals("ucx")) {
      ends.assertOverUcx(report);
    }
  }

  @ParameterizedTest(name = "push {0}, over {1}")
  @CsvSource({"true, epoll", "false, epoll", "true, ucx", "false, ucx"})
  void afterTheServerIsKilledAndStartedAgainTheCopyGoesOnByItself(boolean push, String transport)
      throws Exception {
    start(transport);
    Options options =
        Options.defaults()
            .withTransport(transport)
            .withExtent(Ends.EXTENT)
            .withLimit(4 << 20)
            .withTimeout(Duration.ofSeconds(5))
            .withRetryFor(Duration.ofSeconds(60));
    try (Mover mover = Mover.builder().options(options).token(Ends.TOKEN).build()) {
      Jvm first = serve(0, transport);
      int port = portOf(first);
      Place from = push ? Ends.here(source) : at(port, source);
      Place to = push ? at(port, target) : Ends.here(target);
      Transfer transfer = mover.copy(List.of(from), to, CopyOptions.defaults());
      Ends.awaitBytes(transfer, 8 * Ends.EXTENT);

      first.kill();

      try (Jvm second = serve(port, transport)) {
        assertThat(portOf(second)).isEqualTo(port);
        Report report = transfer.await();
        assertResumed(report);
        assertThat(report.retries()).isPositive();
        if (transport.equals("ucx")) {
          assertThat(report.path()).isEqualTo("shared memory");
        }
      }
    }
  }

  private static Place at(int port, Path path) {
    return Place.on("127.0.0.1", port, BytePath.of(path.toString()));
  }

  private Jvm serve(int port, String transport) throws IOException {
    return Jvm.fork(
        Main.class,
        "serve",
        "--transport",
        transport,
        "--root",
        folder.toString(),
        "--port",
        Integer.toString(port),
        "--token-file",
        token.toString());
  }

  private static int portOf(Jvm server) throws InterruptedException {
    String address = server.awaitLine("listening on ").split("[;,]")[0].strip();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private void assertResumed(Report report) throws IOException {
    Ends.assertArrived(report, source, target);
    assertThat(report.resumedBytes()).isGreaterThan(2 * Ends.EXTENT);
    long missing = SIZE - report.resumedBytes();
    long headers = 64L * (SIZE / Ends.EXTENT + 8);
    assertThat(ends.relay().connections() == 0 ? missing : report.wireBytes())
        .isLessThanOrEqualTo(missing + headers);
  }
}
