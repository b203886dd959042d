package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A destination that is too small: the side, the file and the system's own words. */
@Timeout(60)
class FullDiskCopyTest {
  @TempDir Path folder;
  private Ends ends;

  @AfterEach
  void close() throws IOException {
    if (ends != null) {
      ends.close();
    }
  }

  @ParameterizedTest(name = "push {0}, room for {1} extents of 8, holes {2}")
  @CsvSource({
    "true, 0, false",
    "true, 7, false",
    "false, 0, false",
    "false, 7, false",
    "true, 7, true",
    "false, 7, true"
  })
  void aFullDiskIsNamedAndLeavesTheOldFile(boolean push, int room, boolean holes) throws Exception {
    try (SmallDisk disk = SmallDisk.of((room + 1L) * Ends.EXTENT)) {
      ends = new Ends(folder, options -> options);
      Path source = ends.file("source", 8 * Ends.EXTENT);
      if (holes) {
        // Nothing is known of the room that a file with holes needs, so it runs into the end.
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
          file.setLength(64L * Ends.EXTENT);
        }
      }
      Path target = disk.folder().resolve("target");
      Files.writeString(target, "old");
      if (room == 0) {
        Files.write(disk.folder().resolve("filler"), new byte[Ends.EXTENT - 8192]);
      }

      Report report = (push ? ends.push(source, target) : ends.pull(source, target)).await();

      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures()).hasSize(1);
      assertThat(report.failures().get(0).toString())
          .contains(target.toString())
          .contains("No space left on device")
          .matches(text -> text.startsWith("127.0.0.1: ") == push);
      assertThat(target).hasContent("old");
      ends.close();
      ends = null;
    }
  }
}
