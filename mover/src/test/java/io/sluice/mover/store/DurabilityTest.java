package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fails when the sync of the data or of the folder is taken out. */
class DurabilityTest {
  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"xfs", "ext4"})
  void whatIsCompleteSurvivesAPowerCut(String type) throws IOException {
    Path source = Files.write(folder.resolve("source"), Copies.random(3_000_001, 1));
    try (Mounted mounted = mounted(type)) {
      Path target = mounted.folder().resolve("f");
      Copies.copy(store, path(source), store, path(target), true);
      mounted.cutPower();
      assertThat(Files.mismatch(source, target)).isEqualTo(-1);
      assertThat(Files.getLastModifiedTime(target)).isEqualTo(Files.getLastModifiedTime(source));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xfs", "ext4"})
  void whatReplacedAnOldFileSurvivesAPowerCut(String type) throws IOException {
    Path source = Files.write(folder.resolve("source"), Copies.random(3_000_001, 2));
    try (Mounted mounted = mounted(type)) {
      Path target = Files.writeString(mounted.folder().resolve("f"), "old");
      Needs.run("sync", target.toString(), mounted.folder().toString());
      Copies.copy(store, path(source), store, path(target), true);
      mounted.cutPower();
      assertThat(Files.mismatch(source, target)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xfs", "ext4"})
  void aFolderThatWasMadeSurvivesAPowerCut(String type) throws IOException {
    try (Mounted mounted = mounted(type)) {
      store.makeFolder(path(mounted.folder().resolve("a/b")), true);
      mounted.cutPower();
      assertThat(mounted.folder().resolve("a/b")).isDirectory();
    }
  }

  private static Mounted mounted(String type) throws IOException {
    Needs.command("xfs_io", "xfsprogs");
    return Mounted.loop(type);
  }
}
