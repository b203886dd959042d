package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaTest {
  private final FileStore store = FileStore.local();
  @TempDir Path folder;
  private Path from;
  private Path to;

  @BeforeEach
  void makeFolders() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = Files.createDirectory(folder.resolve("to"));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,3", "4,3", "5,2"})
  void aTreeOfAllKindsIsCopiedChangedAndCopiedAgain(long seed, int threads) throws Exception {
    Needs.root();
    Needs.command("rsync", "rsync");
    RandomTree tree = new RandomTree(from, seed);
    try {
      tree.grow(400);
      copy(threads);
      assertEqual();
      tree.mutate(200);
      copy(threads);
      assertEqual();
    } finally {
      tree.close();
    }
  }

  private void copy(int threads) throws IOException, InterruptedException {
    copy(from, to, threads);
  }

  private void copy(Path source, Path target, int threads)
      throws IOException, InterruptedException {
    try (Tree tree = store.tree(path(source));
        Replica replica = store.replica(path(target), Metadata.all())) {
      TreeCopy copy = TreeCopy.run(tree, replica, threads);
      assertThat(copy.failures).isEmpty();
      assertThat(copy.warnings).isEmpty();
    }
  }

  /** By an independent reader. */
  private void assertEqual() throws IOException {
    byte[] differences =
        Needs.run("rsync", "-aHAXSnci", "--delete", "--numeric-ids", from + "/", to + "/");
    assertThat(new String(differences, StandardCharsets.ISO_8859_1)).isEmpty();
    assertThat(
            new String(
                Needs.run("find", to.toString(), "-name", ".sluice-*"),
                StandardCharsets.ISO_8859_1))
        .isEmpty();
  }

  @Test
  void aTreeThatIsDeeperThanAPathCanBeIsCopiedAndRemoved() throws Exception {
    String name = "deep-folder-with-a-name";
    try (Tree tree = store.tree(path(from));
        Replica replica = store.replica(path(from), Metadata.all())) {
      Folder in = replica.tree().root();
      for (int depth = 0; depth < 2000; depth++) {
        in = replica.makeFolder(in, BytePath.of(name));
      }
      try (NewFile file =
          replica.create(in, file("bottom", 3), ByteBuffer.wrap(new byte[] {1, 2, 3}))) {
        file.publish();
      }
      assertThat(in.path().length()).isGreaterThan(Scratch.PATH_MAX);
      copy(from, to, 2);
      copy(from, to, 2);
      Counter counter = new Counter();
      try (Tree copied = store.tree(path(to))) {
        new Walk(copied, new Walk.Options(false, false), counter).run(1);
      }
      assertThat(counter.entries.get()).isEqualTo(2001);
      assertThat(counter.deepest.get()).isEqualTo(2000);
      replica.remove(replica.tree().root(), BytePath.of(name));
      assertThat(from).isEmptyDirectory();
      assertThat(tree.root().depth()).isZero();
    }
    try (Replica replica = store.replica(path(to), Metadata.all())) {
      replica.remove(replica.tree().root(), BytePath.of(name));
    }
    assertThat(to).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "../outside"})
  void aNameThatIsNoneIsRefused(String name) throws IOException {
    BytePath bad = BytePath.of(name);
    try (Replica replica = store.replica(path(to), Metadata.all())) {
      Folder root = replica.tree().root();
      assertThatThrownBy(() -> replica.makeFolder(root, bad)).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.remove(root, bad)).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.makeSpecial(root, link(name, "x")))
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.update(root, file(name, 0)))
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.create(root, file(name, 0), ByteBuffer.allocate(0)).close())
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.sink(root, file(name, 0), Copies.OPTIONS).close())
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> replica.hardLink(root, bad, root, BytePath.of("x")))
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> root.child(bad)).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void aLinkInPlaceOfAFolderIsNotFollowed() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("f"), "untouched");
    Files.createSymbolicLink(to.resolve("door"), outside);
    try (Replica replica = store.replica(path(to), Metadata.all())) {
      Folder door = replica.tree().root().child(BytePath.of("door"));
      assertThatThrownBy(() -> replica.remove(door, BytePath.of("f")))
          .hasMessageEndingWith("Not a directory");
      Folder made = replica.makeFolder(replica.tree().root(), BytePath.of("door"));
      try (NewFile file = replica.create(made, file("f", 0), ByteBuffer.allocate(0))) {
        file.publish();
      }
    }
    assertThat(to.resolve("door")).isDirectory().isDirectoryContaining("glob:**f");
    assertThat(outside.resolve("f")).hasContent("untouched");
  }

  @Test
  void linksThatAreSwappedInDuringARunLeadNowhere() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("f"), "untouched");
    Path door = Files.createDirectory(to.resolve("door"));
    Path link = Files.createSymbolicLink(to.resolve("link"), outside);
    AtomicBoolean stop = new AtomicBoolean();
    Thread swapper =
        new Thread(
            () -> {
              while (!stop.get()) {
                ExportedTest.exchange(door, link);
              }
            });
    swapper.start();
    int refused = 0;
    int done = 0;
    try {
      for (int round = 0; round < 100_000 && (round < 2000 || refused == 0 || done == 0); round++) {
        try (Replica replica = store.replica(path(to), Metadata.all())) {
          Folder in = replica.tree().root().child(BytePath.of("door"));
          try (NewFile file = replica.create(in, file("f", 0), ByteBuffer.allocate(0))) {
            file.publish();
          }
          replica.remove(in, BytePath.of("f"));
          done++;
        } catch (StoreException e) {
          refused++;
        }
      }
    } finally {
      stop.set(true);
      swapper.join();
    }
    assertThat(List.of(refused > 0, done > 0)).containsExactly(true, true);
    assertThat(outside.resolve("f")).hasContent("untouched");
    assertThat(outside.toFile().list()).containsExactly("f");
  }

  @Test
  void anUnpublishedFileLeavesNothing() throws IOException {
    try (Replica replica = store.replica(path(to), Metadata.all())) {
      replica.create(replica.tree().root(), file("f", 1), ByteBuffer.wrap(new byte[] {1})).close();
    }
    assertThat(to).isEmptyDirectory();
  }

  @Test
  void theOldFileStandsUntilTheNewIsPublished() throws IOException {
    Files.writeString(to.resolve("f"), "old");
    try (Replica replica = store.replica(path(to), Metadata.all());
        NewFile file =
            replica.create(
                replica.tree().root(), file("f", 1), ByteBuffer.wrap(new byte[] {'n'}))) {
      assertThat(to.resolve("f")).hasContent("old");
      file.publish();
      assertThat(to.resolve("f")).hasContent("n");
    }
    assertThat(to.toFile().list()).containsExactly("f");
  }

  @Test
  void aFileTakesThePlaceOfAFullFolder() throws IOException {
    Files.createDirectories(to.resolve("f/a/b"));
    Files.writeString(to.resolve("f/a/b/c"), "old");
    try (Replica replica = store.replica(path(to), Metadata.all());
        NewFile file =
            replica.create(
                replica.tree().root(), file("f", 1), ByteBuffer.wrap(new byte[] {'n'}))) {
      file.publish();
    }
    assertThat(to.resolve("f")).hasContent("n");
  }

  @Test
  void whoReadsASmallFileIsToldWhatItWasJustAfterThat() throws IOException {
    Path file = Files.writeString(from.resolve("f"), "1234");
    try (Tree tree = store.tree(path(from))) {
      Entry entry = new Lookup(tree, false).entry(tree.root(), BytePath.of("f"));
      Files.writeString(file, "12345");
      Attributes now = tree.read(tree.root(), entry.name(), ByteBuffer.allocate(4));
      assertThat(now.size()).isEqualTo(5);
      assertThat(now.sameContentStamp(entry.attributes())).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xfs", "ext4"})
  void whatWasSyncedSurvivesAPowerCut(String type) throws Exception {
    Needs.root();
    Needs.command("rsync", "rsync");
    Needs.command("xfs_io", "xfsprogs");
    try (Mounted mounted = Mounted.loop(type)) {
      from = Files.createDirectory(mounted.folder().resolve("from"));
      to = Files.createDirectory(mounted.folder().resolve("to"));
      RandomTree tree = new RandomTree(from, 9);
      tree.grow(100);
      tree.close();
      try (Tree source = store.tree(path(from));
          Replica replica = store.replica(path(to), Metadata.all())) {
        assertThat(TreeCopy.run(source, replica, 1).failures).isEmpty();
        replica.sync();
      }
      mounted.cutPower();
      assertEqual();
    }
  }

  private static Entry file(String name, long size) {
    return new Entry(BytePath.of(name), Attributes.ofSize(size), 1, size, 0, 0, null, List.of());
  }

  private static Entry link(String name, String target) {
    Attributes attributes = new Attributes(Attributes.Type.LINK, 1, 0777, -1, -1, 0, 0, 0, 0);
    return new Entry(BytePath.of(name), attributes, 1, 0, 0, 0, BytePath.of(target), List.of());
  }
}
