package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Failure;
import io.sluice.mover.Report;
import io.sluice.mover.Transfer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that does not hold still: no mixture of two moments may come out of it. */
@Timeout(60)
class MovingSourceTest {
  private static final int SIZE = 24 * Ends.EXTENT;

  @TempDir Path folder;
  private Path source;
  private Path target;
  private Ends ends;

  @BeforeEach
  void start() throws IOException {
    ends = new Ends(folder, options -> options.withLimit(3 << 20));
    source = ends.file("source", SIZE);
    target = Files.createDirectory(folder.resolve("to")).resolve("target");
    Files.writeString(target, "old");
  }

  @AfterEach
  void close() throws IOException {
    ends.close();
  }

  private Transfer underWay(boolean push) throws Exception {
    Transfer transfer = push ? ends.push(source, target) : ends.pull(source, target);
    Ends.awaitBytes(transfer, 6 * Ends.EXTENT);
    return transfer;
  }

  /** Either the new content is there, whole, or the old file stands and the change is told. */
  private void assertWhole(Report report) throws IOException {
    if (report.failures().isEmpty()) {
      assertThat(Files.mismatch(source, target)).isEqualTo(-1);
      assertThat(report.bytes()).isEqualTo(Files.size(source));
      assertThat(report.warnings().toString()).contains("while it was copied");
    } else {
      assertThat(report.failures()).allMatch(one -> one.kind() == Failure.Kind.CHANGED);
      assertThat(target).hasContent("old");
    }
    Ends.assertNoParts(target.getParent());
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aSourceThatShrinksIsCopiedAsItIsThenOrNotAtAll(boolean push) throws Exception {
    Transfer transfer = underWay(push);

    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.setLength(3 * Ends.EXTENT + 5);
    }

    Report report = transfer.await();
    assertWhole(report);
    assertThat(report.corruptExtents()).as("damage on the way").isZero();
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aSourceThatGrowsIsCopiedAsItIsThenOrNotAtAll(boolean push) throws Exception {
    Transfer transfer = underWay(push);

    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.seek(SIZE);
      file.write(new byte[1000]);
    }

    assertWhole(transfer.await());
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aSourceWhoseBeginningChangesIsCopiedAsItIsThenOrNotAtAll(boolean push) throws Exception {
    Transfer transfer = underWay(push);

    try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
      file.write(new byte[1000]);
    }

    assertWhole(transfer.await());
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aSourceThatIsRemovedIsStillCopiedWholeAndToldAsVanished(boolean push) throws Exception {
    byte[] before = Files.readAllBytes(source);
    Transfer transfer = underWay(push);

    Files.delete(source);

    Report report = transfer.await();
    // The open file is still whole; that its name is gone is told, and is no failure of the copy.
    assertThat(report.failures()).map(Failure::kind).containsExactly(Failure.Kind.VANISHED);
    assertThat(report.exitStatus()).isZero();
    assertThat(target).hasBinaryContent(before);
    Ends.assertNoParts(target.getParent());
  }
}
