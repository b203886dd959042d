package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkTest {
  private static final Walk.Options ALL = new Walk.Options(true, false);

  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyEntryIsToldOnceWhateverTheThreads(int threads) throws Exception {
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      Path below = folder.resolve("d" + i % 7 + "/e" + i % 3 + "/f" + i);
      Files.createDirectories(below);
      for (int j = 0; j < 20; j++) {
        Files.createFile(below.resolve("g" + j));
      }
    }
    try (var all = Files.walk(folder)) {
      all.filter(one -> !one.equals(folder))
          .forEach(one -> wanted.add(folder.relativize(one).toString()));
    }
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Set<Long> inside = ConcurrentHashMap.newKeySet();
    List<String> disorder = Collections.synchronizedList(new ArrayList<>());
    walk(
        threads,
        ALL,
        new Counter() {
          @Override
          public void enter(Folder in, Entry entry) {
            inside.add(in.id());
          }

          @Override
          public boolean entry(Folder in, Entry entry) {
            if (!inside.contains(in.id())) {
              disorder.add(in + " was not entered");
            }
            told.add(in.path(entry.name()).toString());
            return true;
          }

          @Override
          public void leave(Folder in, Entry entry, boolean complete) {
            if (!inside.remove(in.id())) {
              disorder.add(in + " was left twice");
            }
            if (in.parent() != null && !inside.contains(in.parent().id())) {
              disorder.add(in + " was left after its parent");
            }
          }
        });
    assertThat(told).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(disorder).isEmpty();
    assertThat(inside).isEmpty();
  }

  @Test
  void aFolderOfManyEntriesIsToldWhole() throws Exception {
    for (int i = 0; i < 20_000; i++) {
      Files.createFile(folder.resolve("a-name-that-fills-the-block-sooner-" + i));
    }
    Counter counter = new Counter();
    walk(1, new Walk.Options(false, false), counter);
    assertThat(counter.entries.get()).isEqualTo(20_000);
  }

  @Test
  void aLinkIsToldAndNotFollowed() throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc"));
    List<Entry> told = told(ALL);
    assertThat(told).hasSize(1);
    assertThat(told.get(0).attributes().type()).isEqualTo(Attributes.Type.LINK);
    assertThat(told.get(0).linkTarget()).isEqualTo(BytePath.of("/etc"));
  }

  @Test
  void partsAndJournalsAreNotContent() throws Exception {
    Files.createFile(folder.resolve(".sluice-abc.part"));
    Files.createFile(folder.resolve(".sluice-abc.journal"));
    List<BytePath> leftovers = new ArrayList<>();
    Counter counter =
        new Counter() {
          @Override
          public void leftover(Folder in, BytePath name) {
            leftovers.add(name);
          }
        };
    walk(1, ALL, counter);
    assertThat(counter.entries.get()).isZero();
    assertThat(leftovers).hasSize(2);
  }

  @Test
  void anUnreadableFolderIsToldAndItsListIsNotComplete() throws Exception {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.createFile(closed.resolve("f"));
    Files.createFile(folder.resolve("open"));
    Files.setPosixFilePermissions(
        folder, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(
        closed, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    List<String> incomplete = new ArrayList<>();
    Counter counter =
        new Counter() {
          @Override
          public void leave(Folder in, Entry entry, boolean complete) {
            if (!complete) {
              incomplete.add(in.path().toString());
            }
          }
        };
    Nobody.call(
        () -> {
          walk(1, ALL, counter);
          return null;
        });
    assertThat(counter.entries.get()).isEqualTo(2);
    assertThat(incomplete).containsExactly("closed");
    assertThat(counter.failures)
        .singleElement()
        .extracting(StoreException::errno)
        .isEqualTo(Errno.EACCES);
  }

  @Test
  void anotherFileSystemIsStayedOutOfWhereAsked() throws Exception {
    Needs.root();
    try (Mounted mounted = Mounted.tmpfs("1m")) {
      Path below = Files.createDirectory(mounted.folder().resolve("mounted"));
      Needs.run("mount", "-t", "tmpfs", "sluice-test", below.toString());
      try {
        Files.createFile(below.resolve("f"));
        Counter one = new Counter();
        Counter all = new Counter();
        try (Tree tree = store.tree(path(mounted.folder()))) {
          new Walk(tree, new Walk.Options(true, true), one).run(1);
          new Walk(tree, ALL, all).run(1);
        }
        assertThat(one.entries.get()).isEqualTo(1);
        assertThat(all.entries.get()).isEqualTo(2);
      } finally {
        Needs.run("umount", below.toString());
      }
    }
  }

  @Test
  void whatAVisitorThrowsEndsTheWalk() throws IOException {
    Files.createDirectories(folder.resolve("a/b/c"));
    Counter counter =
        new Counter() {
          @Override
          public void enter(Folder in, Entry entry) throws IOException {
            if (in.depth() == 2) {
              throw new IOException("enough");
            }
          }
        };
    assertThatThrownBy(() -> walk(3, ALL, counter)).hasMessage("enough");
    assertThat(counter.deepest.get()).isLessThan(2);
  }

  @Test
  void aFolderThatIsReplacedByALinkDuringTheWalkIsNotGoneInto() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createFile(outside.resolve("secret"));
    Path root = Files.createDirectory(folder.resolve("root"));
    Path door = Files.createDirectory(root.resolve("door"));
    Files.createFile(door.resolve("f"));
    List<String> told = new ArrayList<>();
    Counter counter =
        new Counter() {
          @Override
          public boolean entry(Folder in, Entry entry) throws IOException {
            told.add(in.path(entry.name()).toString());
            if (entry.isFolder()) {
              Files.move(door, folder.resolve("moved"));
              Files.createSymbolicLink(door, outside);
            }
            return true;
          }
        };
    try (Tree tree = store.tree(path(root))) {
      new Walk(tree, ALL, counter).run(1);
    }
    assertThat(told).containsExactly("door");
    assertThat(counter.failures)
        .singleElement()
        .extracting(StoreException::reason)
        .isEqualTo("Not a directory");
  }

  @Test
  void moreFoldersThanDescriptorsAreWalked() throws Exception {
    Path below = folder;
    for (int depth = 0; depth < Tree.OPEN_LIMIT * 2; depth++) {
      below = Files.createDirectory(below.resolve("d"));
      Files.createDirectory(below.resolve("e"));
    }
    int before = open();
    Counter counter =
        new Counter() {
          @Override
          public void enter(Folder in, Entry entry) throws IOException {
            assertThat(open() - before).isLessThan(Tree.OPEN_LIMIT + 20);
          }
        };
    walk(2, ALL, counter);
    assertThat(counter.entries.get()).isEqualTo(Tree.OPEN_LIMIT * 4);
    assertThat(open()).isEqualTo(before);
  }

  private static int open() {
    return new java.io.File("/proc/self/fd").list().length;
  }

  private void walk(int threads, Walk.Options options, Visitor visitor)
      throws IOException, InterruptedException {
    try (Tree tree = store.tree(path(folder))) {
      new Walk(tree, options, visitor).run(threads);
    }
  }

  private List<Entry> told(Walk.Options options) throws IOException, InterruptedException {
    List<Entry> told = Collections.synchronizedList(new ArrayList<>());
    walk(
        1,
        options,
        new Counter() {
          @Override
          public boolean entry(Folder in, Entry entry) {
            told.add(entry);
            return true;
          }
        });
    return told;
  }
}
