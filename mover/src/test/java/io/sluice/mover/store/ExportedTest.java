package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportedTest {
  private static final byte[] SECRET = {'s'};

  @TempDir Path folder;
  private Path root;
  private FileStore store;

  @BeforeEach
  void export() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(root.resolve("inside"));
    Files.write(root.resolve("inside/f"), new byte[] {'f'});
    Files.createDirectory(folder.resolve("outside"));
    Files.write(folder.resolve("outside/f"), SECRET);
    store = FileStore.exporting(List.of(path(root)), false);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void anAbsolutePathBelowTheRootIsFound() throws IOException {
    assertThat(Copies.get(store, path(root.resolve("inside/f")))).containsExactly('f');
    Copies.put(store, path(root.resolve("inside/g")), new byte[] {'g'});
    assertThat(root.resolve("inside/g")).hasContent("g");
  }

  @Test
  void aRelativePathStartsAtTheFirstRoot() throws IOException {
    try (FileStore two =
        FileStore.exporting(List.of(path(root), path(folder.resolve("outside"))), false)) {
      assertThat(Copies.get(two, BytePath.of("inside/f"))).containsExactly('f');
      assertThat(Copies.get(two, path(folder.resolve("outside/f")))).containsExactly('s');
      assertThat(two.canonical(BytePath.of("inside/f"))).isEqualTo(path(root.resolve("inside/f")));
    }
  }

  @Test
  void theDeeperOfTwoRootsTakesThePath() throws IOException {
    try (FileStore two =
        FileStore.exporting(List.of(path(root), path(root.resolve("inside"))), false)) {
      assertThat(Copies.get(two, path(root.resolve("inside/f")))).containsExactly('f');
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"//inside//f", "/./inside/./f", "/inside/../inside/f"})
  void aPathCanBeSpeltInManyWays(String spelling) throws IOException {
    assertThat(Copies.get(store, BytePath.of(root + spelling))).containsExactly('f');
  }

  @Test
  void aRootThatIsGivenThroughALinkAnswersToBothNames() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), root);
    try (FileStore linked = FileStore.exporting(List.of(path(link)), false)) {
      assertThat(Copies.get(linked, path(link.resolve("inside/f")))).containsExactly('f');
      assertThat(Copies.get(linked, path(root.resolve("inside/f")))).containsExactly('f');
    }
  }

  @Test
  void theWholeSystemCanBeARoot() throws IOException {
    try (FileStore all = FileStore.exporting(List.of(BytePath.of("/")), false)) {
      assertThat(Copies.get(all, path(root.resolve("inside/f")))).containsExactly('f');
    }
  }

  @Test
  void aFileIsNoRoot() {
    assertThatThrownBy(
            () -> FileStore.exporting(List.of(path(root.resolve("inside/f"))), false).close())
        .hasMessageEndingWith("Not a directory");
  }

  @Test
  void aPathBesideTheRootsNamesThem() {
    assertRefused(path(folder.resolve("outside/f")), "is not below an exported folder: " + root);
    assertRefused(BytePath.of(root + "extra/f"), "is not below an exported folder: " + root);
    assertRefused(path(folder), "is not below an exported folder: " + root);
  }

  @Test
  void dotsDoNotLeadOut() {
    assertRefused(BytePath.of("../outside/f"), "leads out of the exported folder");
    assertRefused(BytePath.of(root + "/../outside/f"), "leads out of the exported folder");
    assertRefused(BytePath.of("inside/../../outside/f"), "leads out of the exported folder");
  }

  @Test
  void aRelativeLinkThatStaysInsideIsFollowed() throws IOException {
    Files.createSymbolicLink(root.resolve("link"), Path.of("inside"));
    assertThat(Copies.get(store, BytePath.of("link/f"))).containsExactly('f');
    Files.createSymbolicLink(root.resolve("inside/up"), Path.of("../inside/f"));
    Copies.put(store, BytePath.of("inside/up"), new byte[] {'n'});
    assertThat(root.resolve("inside/f")).hasContent("n");
  }

  @Test
  void aRelativeLinkThatLeadsOutIsRefused() throws IOException {
    Files.createSymbolicLink(root.resolve("link"), Path.of("../outside"));
    assertRefused(BytePath.of("link/f"), "leads out of the exported folder");
    Files.createSymbolicLink(root.resolve("file"), Path.of("../outside/f"));
    assertRefused(BytePath.of("file"), "leads out of the exported folder");
    assertThat(folder.resolve("outside/f")).hasBinaryContent(SECRET);
  }

  @Test
  void anAbsoluteLinkIsRefusedByNameAlsoWhereItLeadsInside() throws IOException {
    Path target = root.resolve("inside");
    Files.createSymbolicLink(root.resolve("link"), target);
    assertRefused(
        BytePath.of("link/f"),
        "leads out of the exported folder: link is a link to the absolute path "
            + target
            + ", and only relative links that stay inside are followed");
  }

  @Test
  void aLinkIntoProcIsNotFollowed() throws IOException {
    try (FileStore all = FileStore.exporting(List.of(BytePath.of("/proc/self")), false)) {
      assertThatThrownBy(() -> all.source(BytePath.of("/proc/self/root/etc/hostname")))
          .isInstanceOf(StoreException.class);
    }
  }

  @Test
  void aReadOnlyExportIsReadButNotWritten() throws IOException {
    try (FileStore readOnly = FileStore.exporting(List.of(path(root)), true)) {
      assertThat(Copies.get(readOnly, BytePath.of("inside/f"))).containsExactly('f');
      assertReason(
          () -> readOnly.sink(BytePath.of("g"), Attributes.ofSize(0), OPTIONS),
          "is exported for reading only");
      assertReason(
          () -> readOnly.makeFolder(BytePath.of("g"), false), "is exported for reading only");
      readOnly.makeFolder(BytePath.of("inside"), false);
    }
  }

  @Test
  void foldersAreMadeOnlyBelowTheRoot() throws IOException {
    store.makeFolder(BytePath.of("a/b/c"), true);
    assertThat(root.resolve("a/b/c")).isDirectory();
    assertReason(
        () -> store.makeFolder(BytePath.of("../outside/new"), true),
        "leads out of the exported folder");
    assertThat(folder.resolve("outside/new")).doesNotExist();
  }

  @Test
  void theRootItselfIsNoTarget() {
    assertReason(
        () -> store.sink(path(root), Attributes.ofSize(0), OPTIONS),
        "is a folder, not a regular file");
  }

  @Test
  void aFolderThatBecomesALinkWhileItIsUsedNeverLeadsOut() throws Exception {
    Path door = Files.createDirectory(root.resolve("door"));
    Files.write(door.resolve("f"), new byte[] {'f'});
    Path outward = Files.createSymbolicLink(root.resolve("outward"), folder.resolve("outside"));
    Path relative = Files.createSymbolicLink(root.resolve("relative"), Path.of("../outside"));
    AtomicBoolean stop = new AtomicBoolean();
    Thread swapper =
        new Thread(
            () -> {
              while (!stop.get()) {
                exchange(door, outward);
                exchange(door, relative);
              }
            });
    swapper.start();
    int refused = 0;
    int served = 0;
    try {
      for (int round = 0;
          round < 200_000 && (round < 3000 || refused == 0 || served == 0);
          round++) {
        try {
          assertThat(Copies.get(store, BytePath.of("door/f"))).isNotEqualTo(SECRET);
          Copies.put(store, BytePath.of("door/new"), new byte[] {'n'});
          served++;
        } catch (StoreException e) {
          refused++;
        }
      }
    } finally {
      stop.set(true);
      swapper.join();
    }
    assertThat(served).isPositive();
    assertThat(refused).isPositive();
    assertThat(folder.resolve("outside").toFile().list()).containsExactly("f");
  }

  /** Swaps two names in one step, as an attacker would. */
  static void exchange(Path one, Path other) {
    Scratch memory = Scratch.own();
    long first = memory.first(path(one).bytes());
    long second = memory.second(path(other).bytes());
    int renameExchange = 2;
    Libc.renameat2(Posix.AT_FDCWD, first, Posix.AT_FDCWD, second, renameExchange);
  }

  private void assertRefused(BytePath path, String reason) {
    assertReason(() -> store.source(path), reason);
    assertReason(() -> store.sink(path, Attributes.ofSize(0), OPTIONS), reason);
    assertReason(() -> store.attributes(path), reason);
  }

  private static void assertReason(ThrowingCallable call, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, failure -> assertThat(failure.reason()).startsWith(reason));
  }
}
