package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolesTest {
  private static final long BIG = 5L << 30;
  private static final int BLOCK = 64 << 10;

  private static final long[] DATA = {0, (2L << 30) + BLOCK, (4L << 30) + BLOCK};

  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  /** Data at the start, beyond 2 GiB, beyond 4 GiB, and a hole at the end. */
  private static void writeSparse(Path file) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(BIG);
      for (long at : DATA) {
        out.seek(at);
        out.write(Copies.random(BLOCK, at));
      }
    }
  }

  @Test
  void dataAndHolesAreTold() throws IOException {
    Path file = folder.resolve("f");
    writeSparse(file);
    try (Source source = store.source(path(file))) {
      assertThat(source.nextData(0)).isZero();
      assertThat(source.nextHole(0)).isEqualTo(BLOCK);
      assertThat(source.nextData(BLOCK)).isEqualTo((2L << 30) + BLOCK);
      assertThat(source.nextHole((4L << 30) + BLOCK)).isEqualTo((4L << 30) + 2 * BLOCK);
      assertThat(source.nextData((4L << 30) + 2 * BLOCK)).isEqualTo(BIG);
      assertThat(source.nextData(BIG)).isEqualTo(BIG);
    }
  }

  @Test
  void anEmptyFileHasNoData() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    try (Source source = store.source(path(file))) {
      assertThat(source.nextData(0)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmpfs", "ext4", "xfs"})
  void aSparseFileBeyond4GiBKeepsItsHoles(String type) throws IOException {
    try (Mounted mounted = type.equals("tmpfs") ? Mounted.tmpfs("8m") : Mounted.loop(type)) {
      Path source = mounted.folder().resolve("source");
      Path copy = mounted.folder().resolve("copy");
      writeSparse(source);
      Copies.copy(store, path(source), store, path(copy), true);
      for (long at : DATA) {
        assertThat(window(copy, at)).isEqualTo(window(source, at));
      }
      assertThat(copy).hasSize(BIG);
      assertThat(blocks(copy)).isLessThanOrEqualTo(blocks(source));
    }
  }

  /** The data at a place and the hole after it, because comparing all takes seconds a GiB. */
  private static byte[] window(Path file, long at) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[2 * BLOCK];
      in.seek(at);
      in.readFully(bytes);
      return bytes;
    }
  }

  private static long blocks(Path file) {
    Stat stat = new Stat();
    assertThat(Posix.stat(Posix.AT_FDCWD, path(file).bytes(), 0, stat)).isZero();
    return stat.blocks;
  }

  @Test
  void roomIsTakenForDataOnlyAndTheSizeStays() throws IOException {
    try (Mounted mounted = Mounted.loop("xfs")) {
      BytePath target = path(mounted.folder().resolve("f"));
      long room = mounted.folder().toFile().getUsableSpace();
      try (var sink = store.sink(target, io.sluice.mover.Attributes.ofSize(BIG), Copies.OPTIONS)) {
        sink.expect(1 << 20, 64 << 20);
        assertThat(room - mounted.folder().toFile().getUsableSpace())
            .isBetween(64L << 20, 80L << 20);
      }
      assertThat(mounted.folder().toFile().list()).isEmpty();
    }
  }
}
