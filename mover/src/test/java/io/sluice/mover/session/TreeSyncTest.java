package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncListener.Result;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.RandomTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TreeSyncTest {
  private static final SyncOptions PLAIN = SyncOptions.defaults();
  private static final SyncOptions DELETE = PLAIN.withDelete(true, SyncOptions.AUTO);

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

  @ParameterizedTest
  @CsvSource({"PUSH,11", "PUSH,12", "PULL,13", "PULL,14", "LOCAL,15"})
  void aTreeOfAllKindsIsSyncedChangedAndSyncedAgain(Way way, long seed) throws Exception {
    Needs.root();
    RandomTree tree = new RandomTree(pair.from, seed);
    try {
      tree.grow(600);
      succeed(pair.sync(way, DELETE));
      pair.assertEqual();
      tree.mutate(300);
      succeed(pair.sync(way, DELETE));
      pair.assertEqual();
    } finally {
      tree.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerThatIsNotRootsToKeepIsAWarning(TreePair.Way way) throws Exception {
    Needs.root();
    Files.writeString(pair.from.resolve("other"), "x");
    Files.writeString(pair.from.resolve("mine"), "x");
    Files.createLink(pair.from.resolve("name"), pair.from.resolve("mine"));
    Files.setAttribute(pair.from, "unix:gid", 1);
    Files.setAttribute(pair.from.resolve("other"), "unix:uid", 1);
    String user = System.setProperty("user.name", "somebody");
    Report report;
    try {
      report = pair.sync(way, SyncOptions.defaults());
    } finally {
      System.setProperty("user.name", user);
    }
    assertThat(report.exitStatus()).isZero();
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .contains("its owner")
        .contains("and 1 more");
  }

  private static Report succeed(Report report) {
    assertThat(report.failures()).isEmpty();
    assertThat(report.warnings()).isEmpty();
    assertThat(report.exitStatus()).isZero();
    return report;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void largeAndSmallFilesShareTheStreams(Way way) throws Exception {
    byte[] bytes = new byte[3 << 20];
    new Random(1).nextBytes(bytes);
    for (int i = 0; i < 20; i++) {
      Files.write(pair.from.resolve("big" + i), bytes);
      for (int j = 0; j < 100; j++) {
        Files.write(pair.from.resolve("small" + i + "-" + j), new byte[j * 100]);
      }
    }
    Report report = succeed(pair.sync(way, PLAIN));
    pair.assertEqual();
    assertThat(report.tree().files()).isEqualTo(2020);
    assertThat(report.tree().created()).isEqualTo(2020);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aSecondRunSendsNothing(Way way) throws Exception {
    write("a", "one");
    write("d/b", "two");
    pair.sync(way, PLAIN);
    Report report = succeed(pair.sync(way, PLAIN));
    assertThat(report.bytes()).isZero();
    assertThat(report.tree().same()).isEqualTo(4);
    assertThat(report.tree().entries()).isEqualTo(4);
  }

  @Test
  void aFileOfTheSameSizeAndTimeIsSentOnlyWithChecksum() throws Exception {
    write("a", "one");
    pair.sync(Way.PUSH, PLAIN);
    FileTime time = Files.getLastModifiedTime(pair.from.resolve("a"));
    write("a", "two");
    Files.setLastModifiedTime(pair.from.resolve("a"), time);
    succeed(pair.sync(Way.PUSH, PLAIN));
    assertThat(pair.to.resolve("a")).hasContent("one");
    succeed(pair.sync(Way.PUSH, PLAIN.withChecksum(true)));
    assertThat(pair.to.resolve("a")).hasContent("two");
  }

  @Test
  void nothingIsDeletedUnlessAskedFor() throws Exception {
    write("a", "one");
    Files.createDirectories(pair.to.resolve("extra/deep"));
    succeed(pair.sync(Way.PUSH, PLAIN));
    assertThat(pair.to.resolve("extra/deep")).exists();
    Report report = succeed(pair.sync(Way.PUSH, DELETE));
    assertThat(pair.to.resolve("extra")).doesNotExist();
    assertThat(report.tree().deleted()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void anEmptySourceDeletesNothing(Way way) throws Exception {
    Files.createDirectories(pair.to.resolve("extra"));
    Report report = pair.sync(way, DELETE);
    assertThat(pair.to.resolve("extra")).exists();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().toString()).contains("nothing was deleted");
  }

  @Test
  void moreThanMayBeDeletedDeletesNothing() throws Exception {
    write("a", "one");
    for (int i = 0; i < 3; i++) {
      Files.createDirectories(pair.to.resolve("extra" + i));
    }
    Report report = pair.sync(Way.PUSH, PLAIN.withDelete(true, 2));
    assertThat(pair.to.resolve("extra0")).exists();
    assertThat(report.failures().toString()).contains("more than 2 entries");
    succeed(pair.sync(Way.PUSH, PLAIN.withDelete(true, 3)));
    assertThat(pair.to.resolve("extra0")).doesNotExist();
  }

  @Test
  void aDryRunTellsAndChangesNothing() throws Exception {
    write("d/new", "one");
    Files.createDirectories(pair.to.resolve("extra"));
    List<Result> results = new CopyOnWriteArrayList<>();
    succeed(pair.sync(Way.PUSH, DELETE.withDryRun(true), results::add));
    assertThat(results)
        .anyMatch(r -> r.path().toString().equals("d/new") && r.change() == Change.CREATED)
        .anyMatch(r -> r.path().toString().equals("extra") && r.change() == Change.DELETED);
    assertThat(pair.to).isDirectoryContaining("glob:**extra");
    assertThat(pair.to.resolve("d")).doesNotExist();
  }

  @Test
  void aDryRunIntoNothingMakesNothing() throws Exception {
    write("d/new", "one");
    succeed(pair.sync(Way.PUSH, PLAIN.withDryRun(true)));
    assertThat(pair.to).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aLinkInPlaceOfAFolderIsReplacedNotFollowed(Way way) throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    write("d/f", "one");
    Files.createDirectories(pair.to);
    Files.createSymbolicLink(pair.to.resolve("d"), outside);
    succeed(pair.sync(way, PLAIN));
    assertThat(outside).isEmptyDirectory();
    assertThat(pair.to.resolve("d/f")).hasContent("one");
    pair.assertEqual();
  }

  @Test
  void oneBadEntryDoesNotStopTheRest() throws Exception {
    write("a", "one");
    write("b", "two");
    Files.createDirectories(pair.to.resolve("a/full"));
    Report report = pair.sync(Way.PUSH, PLAIN);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures()).hasSize(1);
    assertThat(report.failures().toString()).contains("is a folder at the destination");
    assertThat(pair.to.resolve("b")).hasContent("two");
    succeed(pair.sync(Way.PUSH, DELETE));
    pair.assertEqual();
  }

  @Test
  void aMissingSourceIsOneFailure() {
    Report report = pair.sync(Way.PULL, PLAIN.withMakePath(true));
    assertThat(report.exitStatus()).isZero();
    pair.from.toFile().delete();
    report = pair.sync(Way.PULL, PLAIN);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures()).hasSize(1);
    assertThat(report.failures().toString()).contains("No such file or directory");
  }

  @Test
  void aMissingParentIsOneFailureHoweverManyEntriesThereAre() throws Exception {
    for (int i = 0; i < 50; i++) {
      write("d/f" + i, "x");
    }
    Report report = pair.syncLocally(folder.resolve("missing/to"), PLAIN);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures()).hasSize(1);
  }

  @Test
  void aTreeDoesNotGoIntoItself() throws Exception {
    write("a", "one");
    Report report = pair.syncLocally(pair.from.resolve("b"), PLAIN);
    assertThat(report.exitStatus()).isEqualTo(2);
    assertThat(report.failures().toString()).contains("lies in the source");
  }

  @Test
  void moreThanOneNameOfALargeFileIsOneFileThere() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(pair.from.resolve("z").toFile(), "rw")) {
      file.setLength(8 << 20);
      file.write(1);
    }
    for (int i = 0; i < 5; i++) {
      Files.createLink(pair.from.resolve("l" + i), pair.from.resolve("z"));
    }
    Report report = succeed(pair.sync(Way.PUSH, PLAIN));
    pair.assertEqual();
    assertThat(report.tree().hardLinks()).isEqualTo(5);
    assertThat(report.tree().files()).isEqualTo(1);
  }

  private void write(String name, String content) throws IOException {
    Path file = pair.from.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
