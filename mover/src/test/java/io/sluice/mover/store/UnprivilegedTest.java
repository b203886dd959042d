package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to who is not root. Linux keeps the user for each thread, so one thread is not. */
class UnprivilegedTest {
  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  @BeforeEach
  void needsRoot() throws IOException {
    Needs.root();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @Test
  void anOwnerThatCannotBeSetIsAWarning() throws Exception {
    Attributes wanted = new Attributes(Attributes.Type.FILE, 0, 06755, 1, 2, 0, 0, 0, 0);
    List<String> warnings =
        Nobody.call(
            () -> {
              try (Sink sink = store.sink(path(folder.resolve("f")), wanted, OPTIONS)) {
                return sink.complete(wanted, false);
              }
            });
    assertThat(warnings)
        .containsExactly(
            "its owner can't be set to 1: Operation not permitted",
            "its group can't be set to 2: Operation not permitted");
    Attributes there = store.attributes(path(folder.resolve("f")));
    assertThat(there.uid()).isEqualTo(Nobody.ID);
    assertThat(there.mode()).as("setuid for another owner is dropped").isEqualTo(0755);
  }

  @Test
  void setuidAndSetgidSurviveTheChangeOfOwner() throws IOException {
    Attributes wanted = new Attributes(Attributes.Type.FILE, 0, 06755, 1, 2, 0, 0, 0, 0);
    try (Sink sink = store.sink(path(folder.resolve("f")), wanted, OPTIONS)) {
      assertThat(sink.complete(wanted, false)).isEmpty();
    }
    Attributes there = store.attributes(path(folder.resolve("f")));
    assertThat(List.of(there.mode(), there.uid(), there.gid())).containsExactly(06755, 1, 2);
  }

  @Test
  void setuidIsDroppedWhereTheOwnerIsNotAskedFor() throws IOException {
    Attributes wanted = new Attributes(Attributes.Type.FILE, 0, 06755, 1, 2, 0, 0, 0, 0);
    SinkOptions anyOwner = new SinkOptions(Copies.EXTENT, true, false);
    try (Sink sink = store.sink(path(folder.resolve("f")), wanted, anyOwner)) {
      assertThat(sink.complete(wanted, false)).isEmpty();
    }
    Attributes there = store.attributes(path(folder.resolve("f")));
    assertThat(List.of(there.mode(), there.uid())).containsExactly(0755, 0);
  }

  @Test
  void anUnreadableSourceSaysSo() throws IOException {
    Path secret = Files.writeString(folder.resolve("f"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> Nobody.call(() -> store.source(path(secret))))
        .cause()
        .isInstanceOfSatisfying(
            StoreException.class,
            failure -> assertThat(failure.reason()).isEqualTo("Permission denied"));
  }

  @Test
  void aFolderThatCannotBeWrittenSaysSo() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(
            () ->
                Nobody.call(
                    () -> store.sink(path(folder.resolve("f")), Attributes.ofSize(0), OPTIONS)))
        .cause()
        .isInstanceOfSatisfying(
            StoreException.class,
            failure ->
                assertThat(failure.reason())
                    .isEqualTo("Permission denied (a new file can't be made in its folder)"));
  }

  @Test
  void aFolderThatCanBeSearchedButNotReadIsWrittenTo() throws Exception {
    Path drop = Files.createDirectory(folder.resolve("drop"));
    Files.setPosixFilePermissions(drop, PosixFilePermissions.fromString("-wx-wx-wx"));
    Nobody.call(
        () -> {
          try (Sink sink = store.sink(path(drop.resolve("f")), Attributes.ofSize(0), OPTIONS)) {
            return sink.complete(Attributes.ofSize(0), true);
          }
        });
    assertThat(drop.resolve("f")).isEmptyFile();
  }
}
