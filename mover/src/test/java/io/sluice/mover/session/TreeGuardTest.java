package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.Nobody;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What keeps {@code --delete} from deleting for a source that only seems to hold less. */
class TreeGuardTest {
  private static final SyncOptions DELETE =
      SyncOptions.defaults().withDelete(true, SyncOptions.AUTO);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Way.class)
  void aDiskThatIsMountedOverTheSourceDuringTheRunDeletesNothing(Way way) throws Exception {
    Needs.root();
    AtomicBoolean mounted = new AtomicBoolean();
    try (TreePair pair = new TreePair(folder)) {
      Files.writeString(pair.from.resolve("a"), "one");
      Files.createDirectories(pair.to.resolve("extra"));
      SyncListener mount =
          result -> {
            if (mounted.compareAndSet(false, true)) {
              run("mount", "-t", "tmpfs", "sluice-test", pair.from.toString());
            }
          };
      Report report = pair.sync(way, DELETE, mount);
      assertThat(pair.to.resolve("a")).as("what was told is copied").hasContent("one");
      assertThat(pair.to.resolve("extra")).exists();
      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures().toString()).contains("another one than at the start");
    } finally {
      if (mounted.get()) {
        run("umount", folder.resolve("from").toString());
      }
    }
  }

  private static void run(String... command) {
    try {
      Needs.run(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aFolderOfTheSourceThatCannotBeReadDeletesNothingAnywhere(Way way) throws Exception {
    Needs.root();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Report report =
        Nobody.call(
            () -> {
              try (TreePair pair = new TreePair(folder)) {
                Files.writeString(pair.from.resolve("a"), "one");
                Path closed = Files.createDirectory(pair.from.resolve("closed"));
                Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("-wx--x--x"));
                Files.createDirectories(pair.to.resolve("closed/kept"));
                Files.createDirectories(pair.to.resolve("extra"));
                return pair.sync(way, DELETE);
              }
            });
    assertThat(folder.resolve("to/a")).hasContent("one");
    assertThat(folder.resolve("to/extra")).exists();
    assertThat(folder.resolve("to/closed/kept")).exists();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().toString())
        .contains("closed: Permission denied")
        .contains("a folder of the source could not be read");
  }
}
