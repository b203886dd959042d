package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.EXTENT;
import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.Sink.Range;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledTest {
  private static final int SIZE = 40 * EXTENT + 1;

  private final FileStore store = FileStore.local();
  private final Attributes attributes = Attributes.ofSize(SIZE);
  @TempDir Path folder;

  @RepeatedTest(6)
  void afterAKillWhatIsNotedIsThereAndTheRestIsWritten(RepetitionInfo run) throws Exception {
    byte[] content = Copies.random(SIZE, 5);
    Path target = folder.resolve("f");
    kill(target, new Random(run.getCurrentRepetition()).nextInt(100));
    if (Files.exists(target)) {
      assertThat(target).hasBinaryContent(content);
    }
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      boolean[] there = new boolean[SIZE / EXTENT + 1];
      for (Range range : sink.landed()) {
        assertTrue(sink, range, content);
        there[(int) (range.offset() / EXTENT)] = true;
      }
      for (int extent = 0; extent < there.length; extent++) {
        if (!there[extent]) {
          int at = extent * EXTENT;
          sink.write(ByteBuffer.wrap(content, at, Math.min(EXTENT, SIZE - at)), at);
        }
      }
      sink.complete(attributes, false);
    }
    assertThat(target).hasBinaryContent(content);
    assertThat(folder.toFile().list()).containsExactly("f");
  }

  private static void assertTrue(Sink sink, Range range, byte[] content) throws IOException {
    ByteBuffer read = ByteBuffer.allocate((int) range.length());
    while (read.hasRemaining()) {
      assertThat(sink.read(read, range.offset() + read.position())).isPositive();
    }
    int start = (int) range.offset();
    assertThat(read.array())
        .isEqualTo(Arrays.copyOfRange(content, start, start + (int) range.length()));
  }

  /** Lets a process copy until it has printed some lines, and kills it while it goes on. */
  private static void kill(Path target, int lines) throws Exception {
    Process victim = Victim.start(target, SIZE, 5, false);
    BufferedReader output = output(victim);
    for (int line = 0; line <= lines; line++) {
      assertThat(output.readLine()).isNotNull();
    }
    victim.destroyForcibly().waitFor();
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** A process that holds the target open with all extents noted. */
  private static Process holder(Path target) throws IOException {
    Process holder = Victim.start(target, SIZE, 5, true);
    BufferedReader output = output(holder);
    String line = output.readLine();
    while (!"held".equals(line)) {
      assertThat(line).isNotNull();
      line = output.readLine();
    }
    return holder;
  }

  @Test
  void aSecondCopyToTheSameTargetIsRefusedAtOnce() throws Exception {
    Process holder = holder(folder.resolve("f"));
    try {
      assertThatThrownBy(() -> store.sink(path(folder.resolve("f")), attributes, OPTIONS))
          .isInstanceOfSatisfying(
              StoreException.class,
              failure -> assertThat(failure.reason()).isEqualTo("another copy is writing to it"));
      assertThatThrownBy(() -> store.sink(path(folder.resolve("f")), Attributes.ofSize(7), OPTIONS))
          .hasMessageEndingWith("another copy is writing to it");
      store.sink(path(folder.resolve("g")), attributes, OPTIONS).close();
    } finally {
      holder.destroyForcibly().waitFor();
    }
  }

  @Test
  void theLockOfAKilledProcessIsWaitedFor() throws Exception {
    Process holder = holder(folder.resolve("f"));
    SinkOptions patient = new SinkOptions(EXTENT, true, true, false, Duration.ofMinutes(1));
    CompletableFuture<Sink> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return store.sink(path(folder.resolve("f")), attributes, patient);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    holder.destroyForcibly().waitFor();
    try (Sink sink = waiting.get()) {
      assertThat(sink.landed()).hasSize(41);
    }
  }
}
