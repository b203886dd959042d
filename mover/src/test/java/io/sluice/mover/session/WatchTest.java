package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.Token;
import io.sluice.mover.Watch;
import io.sluice.mover.fault.Await;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.filter.Sizes;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.RandomTree;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchTest {
  private static final SyncOptions DELETE =
      SyncOptions.defaults().withDelete(true, SyncOptions.AUTO);
  private static final Token TOKEN = Token.of("a-token-for-tests-only");

  @TempDir Path folder;
  private Path from;
  private Path to;
  private MoverServer server;
  private int port;
  private Mover mover;
  private Watch watch;
  private final List<Report> batches = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = folder.resolve("to");
    serve(0);
    mover = mover(Duration.ofSeconds(30));
  }

  private void serve(int at) throws IOException {
    server =
        MoverServer.builder()
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), at))
            .root(TreePair.path(folder))
            .token(TOKEN)
            .start();
    port = server.addresses().get(0).getPort();
  }

  private static Mover mover(Duration retryFor) {
    Options options = Options.defaults().withDurable(false).withRetryFor(retryFor);
    return Mover.builder().token(TOKEN).options(options).build();
  }

  @AfterEach
  void stop() {
    mover.close();
    server.close();
  }

  /** Watches from now on, when the first batch is there. */
  private void watch(boolean push, SyncOptions options) throws Exception {
    BytePath path = TreePair.path(to);
    Place place = push ? Place.on("127.0.0.1", port, path) : Place.local(path);
    watch =
        mover.watch(
            Place.local(TreePair.path(from)), place, options, SyncListener.NONE, batches::add);
    Await.until("the first batch is there", () -> !batches.isEmpty());
  }

  private Report finish() {
    watch.finish();
    return watch.await();
  }

  private void assertEqual() throws IOException {
    Needs.command("rsync", "rsync");
    assertThat(
            TreePair.text("rsync", "-aHAXSnci", "--delete", "--numeric-ids", from + "/", to + "/"))
        .isEmpty();
  }

  private static boolean holds(Path file, String content) throws IOException {
    return Files.isRegularFile(file) && Files.readString(file).equals(content);
  }

  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatChangesIsCarriedWhenItChanges(boolean push) throws Exception {
    write(from.resolve("a"), "one");
    write(from.resolve("d/gone"), "gone");
    write(from.resolve("d/stays"), "stays");
    write(from.resolve("d/moves"), "moves");
    watch(push, DELETE);
    assertEqual();

    write(from.resolve("a"), "two");
    Await.until("a change is there", () -> holds(to.resolve("a"), "two"));
    Files.delete(from.resolve("d/gone"));
    Await.until("a deletion is there", () -> !Files.exists(to.resolve("d/gone")));
    Files.move(from.resolve("d/moves"), from.resolve("moved"));
    Await.until("a move is there", () -> holds(to.resolve("moved"), "moves"));
    Files.setPosixFilePermissions(from.resolve("d"), PosixFilePermissions.fromString("rwx--x---"));
    Await.until(
        "a mode is there",
        () ->
            Files.getPosixFilePermissions(to.resolve("d"))
                .equals(PosixFilePermissions.fromString("rwx--x---")));
    assertThat(finish().exitStatus()).isZero();
    assertThat(to.resolve("d/stays")).hasContent("stays");
    assertEqual();
  }

  @Test
  void nothingIsDeletedUnlessAskedFor() throws Exception {
    write(from.resolve("a"), "one");
    write(from.resolve("b"), "one");
    watch(true, SyncOptions.defaults());
    Files.delete(from.resolve("a"));
    write(from.resolve("b"), "two");
    assertThat(finish().exitStatus()).isZero();
    assertThat(to.resolve("b")).hasContent("two");
    assertThat(to.resolve("a")).exists();
  }

  @Test
  void onlyWhatHasChangedIsTold() throws Exception {
    for (int i = 0; i < 50; i++) {
      write(from.resolve("d" + i + "/f"), "one");
    }
    watch(true, DELETE);
    write(from.resolve("d7/f"), "two");
    Report last = finish();
    assertThat(to.resolve("d7/f")).hasContent("two");
    assertThat(last.tree().replaced()).isEqualTo(1);
    assertThat(last.tree().entries()).as("the file, its folder, the root").isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsMadeInNewFoldersIsNotMissed(boolean push) throws Exception {
    watch(push, DELETE);
    for (int i = 0; i < 30; i++) {
      Path below = Files.createDirectories(from.resolve("n" + i + "/a/b/c"));
      for (int j = 0; j < 20; j++) {
        Files.writeString(below.resolve("f" + j), "x" + j);
      }
      Files.writeString(below.getParent().resolve("g"), "g");
    }
    assertThat(finish().exitStatus()).isZero();
    assertEqual();
  }

  @Test
  void folderThatMovesIsWatchedWhereItIs() throws Exception {
    write(from.resolve("a/deep/f"), "one");
    Path outside = Files.createDirectory(folder.resolve("outside"));
    write(outside.resolve("came/g"), "one");
    watch(true, DELETE);
    Files.move(from.resolve("a"), from.resolve("b"));
    Files.move(outside.resolve("came"), from.resolve("came"));
    Await.until("the folder is there", () -> holds(to.resolve("b/deep/f"), "one"));
    Await.until("the other is there", () -> holds(to.resolve("came/g"), "one"));
    write(from.resolve("b/deep/f"), "two");
    write(from.resolve("came/g"), "two");
    Await.until("its change is there", () -> holds(to.resolve("b/deep/f"), "two"));
    Await.until("the other's is there", () -> holds(to.resolve("came/g"), "two"));
    Files.move(from.resolve("b"), outside.resolve("b"));
    Await.until("it is gone", () -> !Files.exists(to.resolve("b")));
    assertThat(finish().exitStatus()).isZero();
    assertEqual();
  }

  @Test
  void changeOfOneNameReachesTheOthersOfTheFile() throws Exception {
    write(from.resolve("a/f"), "one");
    Files.createDirectory(from.resolve("b"));
    Files.createLink(from.resolve("b/f"), from.resolve("a/f"));
    watch(true, DELETE);
    Files.writeString(from.resolve("a/f"), "two, longer");
    Await.until("the other name is there", () -> holds(to.resolve("b/f"), "two, longer"));
    assertThat(finish().exitStatus()).isZero();
    assertEqual();
  }

  @Test
  void whatIsExcludedIsNotCarried() throws Exception {
    Files.createDirectories(from.resolve("out"));
    watch(true, DELETE.withSelection(new Selection(Rules.of("/out/", "*.tmp"), null, Sizes.ALL)));
    write(from.resolve("out/f"), "x");
    write(from.resolve("f.tmp"), "x");
    write(from.resolve("f"), "x");
    assertThat(finish().exitStatus()).isZero();
    assertThat(to.resolve("f")).exists();
    assertThat(to.resolve("f.tmp")).doesNotExist();
    assertThat(to.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void aTreeOfAllKindsThatChangesIsFollowed(long seed) throws Exception {
    Needs.root();
    RandomTree tree = new RandomTree(from, seed);
    try {
      tree.grow(200);
      watch(true, DELETE);
      for (int i = 0; i < 5; i++) {
        tree.mutate(40);
        int before = batches.size();
        Await.until("a batch has come", () -> batches.size() > before);
      }
      assertThat(finish().failures()).isEmpty();
      assertEqual();
    } finally {
      tree.close();
    }
  }

  @Test
  void aServerThatComesBackIsReached() throws Exception {
    write(from.resolve("a"), "one");
    watch(true, DELETE);
    server.close();
    write(from.resolve("a"), "two");
    write(from.resolve("b"), "new");
    serve(port);
    Await.until("the changes are there", () -> holds(to.resolve("b"), "new"));
    assertThat(finish().exitStatus()).isZero();
    assertEqual();
  }

  @Test
  void aServerThatStaysAwayEndsIt() throws Exception {
    mover.close();
    mover = mover(Duration.ofMillis(500));
    write(from.resolve("a"), "one");
    watch(true, DELETE);
    server.close();
    write(from.resolve("a"), "two");
    Report report = watch.await();
    assertThat(report.exitStatus()).isEqualTo(3);
    assertThat(report.failures().toString()).contains("127.0.0.1");
  }

  @Test
  void aFileThatFailsIsTriedAgain() throws Exception {
    write(from.resolve("a"), "one");
    watch(true, SyncOptions.defaults());
    Files.createDirectories(to.resolve("b/in-the-way"));
    write(from.resolve("b"), "new");
    Await.until("it has failed", () -> batches.stream().anyMatch(one -> one.exitStatus() == 1));
    Files.delete(to.resolve("b/in-the-way"));
    Files.delete(to.resolve("b"));
    Await.until("it is there", () -> holds(to.resolve("b"), "new"));
    assertThat(finish().exitStatus()).isZero();
  }

  @Test
  void aSourceThatIsMountedOverEndsItAndDeletesNothing() throws Exception {
    Needs.root();
    write(from.resolve("a"), "one");
    watch(true, DELETE);
    try (OutputStream below = Files.newOutputStream(from.resolve("a"), StandardOpenOption.APPEND)) {
      Needs.run("mount", "-t", "tmpfs", "sluice-test", from.toString());
      below.write(1);
      Report report = watch.await();
      assertThat(to.resolve("a")).hasContent("one");
      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures().toString()).contains("was moved, removed or mounted over");
    } finally {
      Needs.run("umount", from.toString());
    }
  }

  @Test
  void aSourceThatIsMovedAwayEndsIt() throws Exception {
    write(from.resolve("a"), "one");
    watch(true, DELETE);
    Files.move(from, folder.resolve("elsewhere"), StandardCopyOption.ATOMIC_MOVE);
    Report report = watch.await();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().toString()).contains("was moved, removed or mounted over");
    assertThat(to.resolve("a")).hasContent("one");
  }

  @Test
  void aRemoteSourceIsRefused() {
    BytePath path = TreePair.path(from);
    watch =
        mover.watch(
            Place.on("127.0.0.1", port, path),
            Place.local(TreePair.path(to)),
            DELETE,
            SyncListener.NONE,
            batches::add);
    Report report = watch.await();
    assertThat(report.exitStatus()).isEqualTo(2);
    assertThat(report.failures().toString()).contains("run it where the source is");
  }
}
