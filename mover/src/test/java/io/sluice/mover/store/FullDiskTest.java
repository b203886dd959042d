package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.EXTENT;
import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullDiskTest {
  private final FileStore store = FileStore.local();

  @ParameterizedTest
  @ValueSource(strings = {"tmpfs", "ext4", "xfs"})
  void aDiskThatIsTooSmallIsFoundBeforeAByteIsWritten(String type) throws IOException {
    long size = 400L << 20;
    try (Mounted mounted = type.equals("tmpfs") ? Mounted.tmpfs("16m") : Mounted.loop(type)) {
      Path target = Files.writeString(mounted.folder().resolve("f"), "old");
      try (Sink sink = store.sink(path(target), Attributes.ofSize(size), OPTIONS)) {
        assertFull(() -> sink.expect(0, size));
      }
      assertThat(target).hasContent("old");
      assertThat(target.resolveSibling("f").getParent().toFile().list())
          .containsOnly(
              type.equals("ext4") ? new String[] {"f", "lost+found"} : new String[] {"f"});
    }
  }

  @Test
  void aDiskThatIsFullAtTheFirstExtentSaysSo() throws IOException {
    try (Mounted mounted = Mounted.tmpfs("1m")) {
      Path target = Files.writeString(mounted.folder().resolve("f"), "old");
      fill(mounted.folder().resolve("ballast"));
      assertFull(() -> Copies.put(store, path(target), new byte[EXTENT]));
      assertThat(target).hasContent("old");
      assertThat(mounted.folder().toFile().list()).containsExactlyInAnyOrder("f", "ballast");
    }
  }

  @Test
  void aDiskThatIsFullAtTheLastExtentKeepsWhatLandedForLater() throws IOException {
    byte[] content = Copies.random(10 * EXTENT, 3);
    Attributes attributes = Attributes.ofSize(content.length);
    try (Mounted mounted = Mounted.tmpfs("1m")) {
      Path target = Files.writeString(mounted.folder().resolve("f"), "old");
      Path ballast = mounted.folder().resolve("ballast");
      try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
        for (int at = 0; at < 9 * EXTENT; at += EXTENT) {
          sink.write(ByteBuffer.wrap(content, at, EXTENT), at);
          sink.landed(at, EXTENT);
        }
        fill(ballast);
        assertFull(() -> sink.write(ByteBuffer.wrap(content, 9 * EXTENT, EXTENT), 9 * EXTENT));
      }
      assertThat(target).hasContent("old");
      Files.delete(ballast);
      try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
        assertThat(sink.landed()).hasSize(9);
        sink.write(ByteBuffer.wrap(content, 9 * EXTENT, EXTENT), 9 * EXTENT);
        sink.complete(attributes, true);
      }
      assertThat(target).hasBinaryContent(content);
      assertThat(mounted.folder().toFile().list()).containsExactly("f");
    }
  }

  @Test
  void aReadOnlyFileSystemSaysSo() throws IOException {
    try (Mounted mounted = Mounted.tmpfs("1m")) {
      Path there = Files.writeString(mounted.folder().resolve("f"), "old");
      mounted.remount("ro");
      assertThatThrownBy(() -> store.sink(path(there), Attributes.ofSize(0), OPTIONS))
          .isInstanceOfSatisfying(
              StoreException.class,
              failure -> {
                assertThat(failure.errno()).isEqualTo(Errno.EROFS);
                assertThat(failure.reason()).isEqualTo("Read-only file system");
              });
      assertThat(there).hasContent("old");
    }
  }

  private static void fill(Path ballast) throws IOException {
    byte[] block = new byte[4096];
    try (var out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static void assertFull(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class,
            failure -> {
              assertThat(failure.errno()).isEqualTo(Errno.ENOSPC);
              assertThat(failure.reason()).isEqualTo("No space left on device");
              assertThat(List.of(failure.path().name().toString())).containsExactly("f");
            });
  }
}
