package io.sluice.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeWatchTest {
  @TempDir Path folder;
  private Tree tree;
  private TreeWatch watch;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(folder.resolve("d/e"));
    tree = FileStore.local().tree(Copies.path(folder));
    watch = new TreeWatch(tree, false, (path, isFolder) -> false);
    watch.start();
  }

  @AfterEach
  void stop() {
    watch.close();
    tree.close();
  }

  private static BytePath name(String text) {
    return BytePath.of(text);
  }

  @Test
  void nothingHasChangedAtFirst() throws IOException {
    assertThat(watch.take().isEmpty()).isTrue();
  }

  @Test
  void aChangeIsToldOnceWithItsFolder() throws IOException {
    Files.writeString(folder.resolve("d/e/f"), "x");
    Changes changes = watch.take();
    Changes.Part part = changes.root().below(name("d")).below(name("e"));
    assertThat(part.holds(name("f"))).isTrue();
    assertThat(part.isRemovedFrom()).isFalse();
    assertThat(changes.root().holds(name("f"))).isFalse();
    assertThat(watch.take().isEmpty()).isTrue();
  }

  @Test
  void aNameThatIsNoTextIsToldInItsBytes() throws IOException {
    byte[] bytes = "x\u00e4\n".getBytes(StandardCharsets.ISO_8859_1);
    int root = tree.acquire(tree.root());
    NameCalls.makeNode(root, bytes, Stat.S_IFIFO | 0600, 0, 0);
    tree.release(tree.root());
    assertThat(watch.take().root().holds(BytePath.of(bytes))).isTrue();
  }

  @Test
  void aQueueThatOverflowsMeansEverything() throws IOException {
    // By cat: /proc gives a number whole to one read, and an end to the next.
    byte[] limit = Needs.run("cat", "/proc/sys/fs/inotify/max_queued_events");
    int most = Integer.parseInt(new String(limit, StandardCharsets.US_ASCII).trim());
    Files.writeString(folder.resolve("d/a"), "");
    Files.writeString(folder.resolve("d/b"), "");
    for (int i = 0; i < most; i++) {
      // Two that take turns, because the kernel folds equal events that follow each other.
      folder.resolve(i % 2 == 0 ? "d/a" : "d/b").toFile().setLastModified(1_000L * i);
    }
    assertThat(watch.take().isEverything()).as("after %d events", most).isTrue();
    Files.writeString(folder.resolve("d/e/f"), "x");
    Changes after = watch.take();
    assertThat(after.isEverything()).isFalse();
    assertThat(after.isEmpty()).isFalse();
  }

  @Test
  void aFolderThatAppearedIsWatchedWithAllBelowIt() throws IOException {
    Files.createDirectories(folder.resolve("new/deeper"));
    watch.take();
    Files.writeString(folder.resolve("new/deeper/f"), "x");
    Changes changes = watch.take();
    assertThat(changes.root().below(name("new")).below(name("deeper")).holds(name("f"))).isTrue();
    assertThat(changes.root().below(name("new")).isWhole()).isFalse();
  }

  @Test
  void aRootThatIsMovedIsGone() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    try (Tree its = FileStore.local().tree(Copies.path(other));
        TreeWatch one = new TreeWatch(its, false, (path, isFolder) -> false)) {
      one.start();
      Files.move(other, folder.resolve("elsewhere"));
      one.read();
      assertThat(one.isGone()).isTrue();
      assertThat(one.hasChanges()).isTrue();
    }
  }

  @Test
  void wakingUpEndsAWait() {
    watch.wakeUp();
    watch.await(-1);
  }
}
