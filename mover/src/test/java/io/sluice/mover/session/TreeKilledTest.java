package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.cli.Main;
import io.sluice.mover.fault.FaultyRelay;
import io.sluice.mover.fault.Jvm;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.RandomTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeKilledTest {
  private static final SyncOptions DELETE =
      SyncOptions.defaults().withDelete(true, SyncOptions.AUTO);

  private static final int LARGE = 700_000;

  /** Of about 1,700; among them are large files, which come as they are found. */
  private static final int LINES = 700;

  @TempDir Path folder;

  @RepeatedTest(4)
  void whatAKilledSyncLeftIsCompletedAndNothingDoneIsSentAgain(RepetitionInfo run)
      throws Exception {
    Needs.root();
    try (TreePair pair = new TreePair(folder)) {
      fill(pair.from, run.getCurrentRepetition());
      long total = Long.parseLong(TreePair.text("sh", "-c", count(pair.from)).trim());
      int lines = new Random(run.getCurrentRepetition()).nextInt(1500);
      kill(lines, pair.from.toString(), pair.to.toString());
      Report report = pair.sync(Way.LOCAL, DELETE);
      assertThat(report.failures()).isEmpty();
      pair.assertEqual();
      assertThat(report.tree().created()).isLessThanOrEqualTo(total - lines);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"PUSH", "PULL"})
  void whatAKilledSyncOverUcxLeftIsCompletedAndNothingDoneIsSentAgain(Way way) throws Exception {
    Needs.root();
    io.sluice.mover.fault.Needs.ucx();
    Path token = Files.writeString(folder.resolve("token"), TreePair.TOKEN);
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (TreePair pair = new TreePair(folder, "ucx");
        FaultyRelay relay = new FaultyRelay(pair.address())) {
      pair.goBy(relay.port());
      fill(pair.from, 1);
      long total = Long.parseLong(TreePair.text("sh", "-c", count(pair.from)).trim());
      String remote = "mover://127.0.0.1:" + relay.port();
      kill(
          LINES,
          "--transport",
          "ucx",
          "--token-file",
          token.toString(),
          (way == Way.PULL ? remote : "") + pair.from,
          (way == Way.PUSH ? remote : "") + pair.to);
      Report report = pair.sync(way, DELETE);
      assertThat(report.failures()).isEmpty();
      pair.assertEqual();
      assertThat(report.tree().created()).isLessThanOrEqualTo(total - LINES);
      assertThat(report.path()).isEqualTo("shared memory");
      assertThat(relay.toServer().passed() + relay.toClient().passed())
          .as("bytes over TCP, the killed one's among them")
          .isLessThan(LARGE);
    }
  }

  private static String count(Path root) {
    return "find '" + root + "' | wc -l";
  }

  private static void fill(Path root, int seed) throws IOException {
    RandomTree tree = new RandomTree(root, seed);
    tree.grow(200);
    tree.close();
    byte[] content = new byte[LARGE];
    new Random(seed).nextBytes(content);
    for (int i = 0; i < 15; i++) {
      Path below = Files.createDirectory(root.resolve("folder" + i));
      Files.write(below.resolve("large"), content);
      for (int j = 0; j < 100; j++) {
        Files.write(below.resolve("small" + j), new byte[] {1, (byte) i, (byte) j});
      }
    }
  }

  /** Lets a process sync until it has told of so many entries, and kills it while it goes on. */
  private static void kill(int lines, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(Jvm.command(Main.class));
    words.addAll(List.of("sync", "--no-fsync", "--no-progress", "--itemize"));
    words.addAll(List.of(arguments));
    Process victim =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader output =
        new BufferedReader(
            new InputStreamReader(victim.getInputStream(), StandardCharsets.ISO_8859_1));
    for (int line = 0; line <= lines; line++) {
      assertThat(output.readLine()).isNotNull();
    }
    victim.destroyForcibly().waitFor();
  }
}
