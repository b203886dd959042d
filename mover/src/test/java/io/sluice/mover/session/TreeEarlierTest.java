package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Earlier;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncListener.Result;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a sync keeps of what it replaces and deletes, and what it shares with earlier replicas. */
class TreeEarlierTest {
  private static final SyncOptions PLAIN = SyncOptions.defaults();
  private static final SyncOptions DELETE = PLAIN.withDelete(true, SyncOptions.AUTO);
  private static final Earlier BESIDE = Earlier.NONE.withBackup(BytePath.of("~"));

  @TempDir Path folder;
  private TreePair pair;

  @BeforeEach
  void start() throws IOException {
    pair = new TreePair(folder);
  }

  @AfterEach
  void stop() {
    pair.close();
  }

  private static Earlier below(String path) {
    return Earlier.NONE.withBackup(BytePath.of(path), BytePath.of(""));
  }

  private static Earlier links(String... paths) {
    return Earlier.NONE.withLinks(Arrays.stream(paths).map(BytePath::of).toList());
  }

  private static void write(Path root, String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private static void succeed(Report report) {
    assertThat(report.failures()).isEmpty();
    assertThat(report.warnings()).isEmpty();
    assertThat(report.exitStatus()).isZero();
  }

  private static Object inode(Path path) throws IOException {
    return Files.getAttribute(path, "unix:ino");
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whatIsReplacedIsKeptBesideIt(Way way) throws Exception {
    String large = "x".repeat(600_000);
    write(pair.from, "d/small", "new one");
    write(pair.from, "d/large", large);
    write(pair.from, "d/empty", "");
    write(pair.from, "d/same", "same");
    Files.createSymbolicLink(pair.from.resolve("link"), Path.of("new"));
    write(pair.to, "d/small", "old");
    write(pair.to, "d/large", "old large");
    write(pair.to, "d/empty", "was not empty");
    Files.createSymbolicLink(pair.to.resolve("link"), Path.of("old"));
    succeed(pair.sync(way, PLAIN.withEarlier(BESIDE)));

    assertThat(pair.to.resolve("d/small")).hasContent("new one");
    assertThat(pair.to.resolve("d/small~")).hasContent("old");
    assertThat(pair.to.resolve("d/large")).hasContent(large);
    assertThat(pair.to.resolve("d/large~")).hasContent("old large");
    assertThat(pair.to.resolve("d/empty~")).hasContent("was not empty");
    assertThat(Files.readSymbolicLink(pair.to.resolve("link~"))).hasToString("old");
    assertThat(pair.to.resolve("d/same~")).doesNotExist();
  }

  @Test
  void aSecondRunMakesNoBackups() throws Exception {
    write(pair.from, "f", "new one");
    write(pair.to, "f", "old");
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(BESIDE)));
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(BESIDE)));
    assertThat(pair.to.resolve("f~")).hasContent("old");
    assertThat(pair.to.resolve("f~~")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whatIsDeletedIsKeptUnderItsPathInTheFolderForBackups(Way way) throws Exception {
    write(pair.from, "kept", "new one");
    write(pair.to, "kept", "old");
    write(pair.to, "gone/deep/a", "one");
    Files.setPosixFilePermissions(
        pair.to.resolve("gone"), PosixFilePermissions.fromString("rwxr-x--x"));
    write(pair.to, "gone/b", "two");
    write(pair.to, "backups/monday/gone/deep/old", "older");
    SyncOptions options = DELETE.withEarlier(below("backups/monday"));
    succeed(pair.sync(way, options));
    succeed(pair.sync(way, options));

    Path backups = pair.to.resolve("backups/monday");
    assertThat(pair.to.resolve("gone")).doesNotExist();
    assertThat(pair.to.resolve("kept")).hasContent("new one");
    assertThat(backups.resolve("kept")).hasContent("old");
    assertThat(backups.resolve("gone/deep/a")).hasContent("one");
    assertThat(backups.resolve("gone/deep/old")).hasContent("older");
    assertThat(backups.resolve("gone/b")).hasContent("two");
  }

  @Test
  void theFolderForBackupsHasTheModesOfTheReplica() throws Exception {
    write(pair.from, "kept", "one");
    write(pair.to, "gone/b", "two");
    Files.setPosixFilePermissions(
        pair.to.resolve("gone"), PosixFilePermissions.fromString("rwxr-x--x"));
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(below("../old"))));
    assertThat(folder.resolve("old/gone/b")).hasContent("two");
    assertThat(Files.getPosixFilePermissions(folder.resolve("old/gone")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x--x"));
  }

  @Test
  void aFolderThatGivesWayToAFileIsKept() throws Exception {
    write(pair.from, "f", "a file");
    write(pair.to, "f/in", "was a folder");
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(below("../old"))));
    assertThat(pair.to.resolve("f")).hasContent("a file");
    assertThat(folder.resolve("old/f/in")).hasContent("was a folder");
  }

  @Test
  void backupsBesideWhatIsDeletedKeepItsFolder() throws Exception {
    write(pair.from, "a", "one");
    write(pair.to, "gone/b", "two");
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(BESIDE)));
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(BESIDE)));
    assertThat(pair.to.resolve("gone/b")).doesNotExist();
    assertThat(pair.to.resolve("gone/b~")).hasContent("two");
  }

  @Test
  void aFileWhoseBackupCannotBeMadeIsNotReplaced() throws Exception {
    Needs.root();
    write(pair.from, "f", "new one");
    write(pair.to, "f", "old");
    Path other = Files.createDirectory(folder.resolve("other"));
    Needs.run("mount", "-t", "tmpfs", "sluice-test", other.toString());
    try {
      Report report = pair.sync(Way.PUSH, PLAIN.withEarlier(below("../other")));
      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures().toString()).contains("f: its backup would be on another");
      assertThat(pair.to.resolve("f")).hasContent("old");
    } finally {
      Needs.run("umount", other.toString());
    }
  }

  @Test
  void backupsDoNotLeaveTheExportedFolder() throws Exception {
    write(pair.from, "f", "new one");
    write(pair.to, "f", "old");
    Path outside = Files.createTempDirectory("sluice-outside");
    try {
      Files.createSymbolicLink(folder.resolve("way-out"), outside);
      for (String path : List.of("../../..", "../way-out", outside.toString())) {
        Report report = pair.sync(Way.PUSH, PLAIN.withEarlier(below(path)));
        assertThat(report.exitStatus()).as(path).isEqualTo(1);
        assertThat(pair.to.resolve("f")).as(path).hasContent("old");
        assertThat(outside).as(path).isEmptyDirectory();
      }
    } finally {
      Files.delete(outside);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whatAnEarlierReplicaHoldsUnchangedBecomesAnotherNameOfIt(Way way) throws Exception {
    write(pair.from, "d/same", "same");
    write(pair.from, "d/changed", "new");
    write(pair.from, "d/mode", "mode");
    Files.createLink(pair.from.resolve("d/same-too"), pair.from.resolve("d/same"));
    Needs.command("rsync", "rsync");
    Path earlier = folder.resolve("earlier");
    Needs.run("rsync", "-aHAXS", pair.from + "/", earlier + "/");
    write(earlier, "d/changed", "older");
    Files.setPosixFilePermissions(
        pair.from.resolve("d/mode"), PosixFilePermissions.fromString("rwx------"));
    List<Result> results = new CopyOnWriteArrayList<>();
    succeed(pair.sync(way, PLAIN.withEarlier(links("../earlier")), results::add));

    pair.assertEqual();
    assertThat(inode(pair.to.resolve("d/same"))).isEqualTo(inode(earlier.resolve("d/same")));
    assertThat(inode(pair.to.resolve("d/same-too"))).isEqualTo(inode(earlier.resolve("d/same")));
    assertThat(inode(pair.to.resolve("d/mode"))).isNotEqualTo(inode(earlier.resolve("d/mode")));
    assertThat(earlier.resolve("d/changed")).hasContent("older");
    assertThat(results)
        .anyMatch(r -> r.path().toString().equals("d/same") && r.change() == Change.LINKED);
    Report again = pair.sync(way, PLAIN.withEarlier(links("../earlier")));
    succeed(again);
    assertThat(again.bytes()).isZero();
    assertThat(again.tree().same()).isEqualTo(again.tree().entries());
  }

  @Test
  void aChangeOfModeDoesNotReachTheEarlierReplica() throws Exception {
    write(pair.from, "f", "same");
    succeed(pair.syncLocally(folder.resolve("earlier"), PLAIN));
    SyncOptions options = PLAIN.withEarlier(links("../missing", "../earlier"));
    pair.sync(Way.PUSH, options);
    assertThat(inode(pair.to.resolve("f"))).isEqualTo(inode(folder.resolve("earlier/f")));
    Files.setPosixFilePermissions(
        pair.from.resolve("f"), PosixFilePermissions.fromString("rwx------"));
    pair.sync(Way.PUSH, options);
    pair.assertEqual();
    assertThat(Files.getPosixFilePermissions(folder.resolve("earlier/f")))
        .isNotEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void anEarlierReplicaThatIsNotThereIsAWarning() throws Exception {
    write(pair.from, "f", "one");
    Report report = pair.sync(Way.PUSH, PLAIN.withEarlier(links("../missing")));
    assertThat(report.exitStatus()).isZero();
    assertThat(report.warnings().toString()).contains("../missing: is not there");
    pair.assertEqual();
  }

  @Test
  void filesThatAreTwoInTheSourceDoNotBecomeOne() throws Exception {
    write(pair.from, "a", "same");
    write(pair.from, "b", "same");
    FileTime time = Files.getLastModifiedTime(pair.from.resolve("a"));
    Files.setLastModifiedTime(pair.from.resolve("b"), time);
    write(folder, "earlier/a", "same");
    Files.setLastModifiedTime(folder.resolve("earlier/a"), time);
    Files.createLink(folder.resolve("earlier/b"), folder.resolve("earlier/a"));
    succeed(pair.sync(Way.PUSH, PLAIN.withEarlier(links("../earlier"))));
    assertThat(inode(pair.to.resolve("a"))).isNotEqualTo(inode(pair.to.resolve("b")));
    pair.assertEqual();
  }

  @Test
  void aDryRunWithBackupsAndEarlierReplicasChangesNothing() throws Exception {
    write(pair.from, "f", "new one");
    write(pair.to, "f", "old");
    write(pair.to, "gone", "gone");
    Earlier both = below("../old").withLinks(List.of(BytePath.of("../earlier")));
    write(folder, "earlier/f", "new one");
    succeed(pair.sync(Way.PUSH, DELETE.withEarlier(both).withDryRun(true)));
    assertThat(pair.to.resolve("f")).hasContent("old");
    assertThat(pair.to.resolve("gone")).exists();
    assertThat(folder.resolve("old")).doesNotExist();
  }
}
