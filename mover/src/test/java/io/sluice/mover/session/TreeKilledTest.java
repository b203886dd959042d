package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.RandomTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

class TreeKilledTest {
  private static final SyncOptions DELETE =
      SyncOptions.defaults().withDelete(true, SyncOptions.AUTO);

  @TempDir Path folder;

  @RepeatedTest(4)
  void whatAKilledSyncLeftIsCompletedAndNothingDoneIsSentAgain(RepetitionInfo run)
      throws Exception {
    Needs.root();
    try (TreePair pair = new TreePair(folder)) {
      fill(pair.from, run.getCurrentRepetition());
      long total = Long.parseLong(TreePair.text("sh", "-c", count(pair.from)).trim());
      int lines = new Random(run.getCurrentRepetition()).nextInt(1500);
      kill(pair, lines);
      Report report = pair.sync(Way.LOCAL, DELETE);
      assertThat(report.failures()).isEmpty();
      pair.assertEqual();
      assertThat(report.tree().created()).isLessThanOrEqualTo(total - lines);
    }
  }

  private static String count(Path root) {
    return "find '" + root + "' | wc -l";
  }

  private static void fill(Path root, int seed) throws IOException {
    RandomTree tree = new RandomTree(root, seed);
    tree.grow(200);
    tree.close();
    byte[] content = new byte[700_000];
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
  private static void kill(TreePair pair, int lines) throws Exception {
    Process victim =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.mover.cli.Main",
                "sync",
                "--no-fsync",
                "--no-progress",
                "--itemize",
                pair.from.toString(),
                pair.to.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader output =
        new BufferedReader(
            new InputStreamReader(victim.getInputStream(), StandardCharsets.ISO_8859_1));
    for (int line = 0; line <= lines; line++) {
      assertThat(output.readLine()).isNotNull();
    }
    victim.destroyForcibly().waitFor();
  }
}
