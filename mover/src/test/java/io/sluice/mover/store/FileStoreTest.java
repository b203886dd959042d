package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.EXTENT;
import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStoreTest {
  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, EXTENT - 1, EXTENT, EXTENT + 1, 3 * EXTENT})
  void whatWasWrittenIsReadBack(int size) throws IOException {
    byte[] content = Copies.random(size, size);
    Copies.put(store, path(folder.resolve("f")), content);
    assertThat(folder.resolve("f")).hasBinaryContent(content);
    assertThat(Copies.get(store, path(folder.resolve("f")))).isEqualTo(content);
  }

  @Test
  void nothingIsLeftBesidesTheFile() throws IOException {
    Copies.put(store, path(folder.resolve("f")), Copies.random(5 * EXTENT, 1));
    assertThat(names()).containsExactly("f");
  }

  @Test
  void theOldContentStandsUntilTheNewIsComplete() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "old");
    try (Sink sink = store.sink(path(file), Attributes.ofSize(3), OPTIONS)) {
      Copies.write(sink, "new".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      assertThat(file).hasContent("old");
      sink.complete(Attributes.ofSize(3), false);
    }
    assertThat(file).hasContent("new");
  }

  @Test
  void anotherNameOfTheOldFileKeepsTheOldContent() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "old");
    Path other = Files.createLink(folder.resolve("other"), file);
    Copies.put(store, path(file), new byte[] {'n', 'e', 'w'});
    assertThat(other).hasContent("old");
  }

  @Test
  void sizeModeOwnerAndNanosecondTimeAreSet() throws IOException {
    Attributes wanted =
        new Attributes(
            Attributes.Type.FILE, 1, 0640, Libc.geteuid(), -1, 1_234_567_890L, 123_456_789, 0, 0);
    try (Sink sink = store.sink(path(folder.resolve("f")), wanted, OPTIONS)) {
      Copies.write(sink, new byte[] {1});
      assertThat(sink.complete(wanted, false)).isEmpty();
    }
    Attributes there = store.attributes(path(folder.resolve("f")));
    assertThat(there.sameContentStamp(wanted)).isTrue();
    assertThat(there.mode()).isEqualTo(0640);
    assertThat(there.uid()).isEqualTo(wanted.uid());
  }

  @Test
  void aTimeBefore1970IsSet() throws IOException {
    Attributes wanted = new Attributes(Attributes.Type.FILE, 0, 0644, -1, -1, -5, 1, 0, 0);
    try (Sink sink = store.sink(path(folder.resolve("f")), wanted, OPTIONS)) {
      assertThat(sink.complete(wanted, false)).isEmpty();
    }
    assertThat(store.attributes(path(folder.resolve("f"))).sameContentStamp(wanted)).isTrue();
  }

  @Test
  void aPartIsForItsOwnerOnlyUntilItIsComplete() throws IOException {
    Attributes wanted = Attributes.ofSize(1);
    try (Sink sink = store.sink(path(folder.resolve("f")), wanted, OPTIONS)) {
      Copies.write(sink, new byte[] {1});
      assertThat(names()).hasSize(2).allMatch(name -> name.startsWith(".sluice-"));
      for (String name : names()) {
        assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void nothingIsThereAndNoErrorWhereThereIsNoFile() throws IOException {
    assertThat(store.attributes(path(folder.resolve("none")))).isNull();
  }

  @Test
  void aMissingSourceSaysSo() {
    assertFails(() -> store.source(path(folder.resolve("none"))), "No such file or directory");
  }

  @Test
  void aFolderAsSourcePointsToSync() {
    assertFails(
        () -> store.source(path(folder)),
        "is a folder, not a regular file: use sync or copy -r, which copy trees");
  }

  @Test
  void aFifoIsNoSourceAndIsNotOpened() throws Exception {
    Path fifo = folder.resolve("fifo");
    run("mkfifo", fifo.toString());
    assertFails(() -> store.source(path(fifo)), "is a FIFO, not a regular file");
    assertFails(
        () -> store.sink(path(fifo), Attributes.ofSize(0), OPTIONS),
        "is a FIFO, not a regular file");
  }

  @Test
  void aDeviceIsNoSource() {
    assertFails(
        () -> store.source(BytePath.of("/dev/null")), "is a character device, not a regular file");
  }

  @Test
  void aFolderIsNoTarget() {
    assertFails(
        () -> store.sink(path(folder), Attributes.ofSize(0), OPTIONS),
        "is a folder, not a regular file");
  }

  @Test
  void aMissingParentSaysWhatToDo() {
    assertFails(
        () -> store.sink(path(folder.resolve("none/f")), Attributes.ofSize(0), OPTIONS),
        "No such file or directory (its folder is not there; --mkpath makes it)");
  }

  @Test
  void missingParentsAreMade() throws IOException {
    store.makeFolder(path(folder.resolve("a/b/c")), true);
    store.makeFolder(path(folder.resolve("a/b/c")), true);
    assertThat(folder.resolve("a/b/c")).isDirectory();
    assertFails(
        () -> store.makeFolder(path(folder.resolve("x/y")), false),
        "No such file or directory (its folder is not there; --mkpath makes it)");
  }

  @Test
  void aFileInTheWayOfAFolderSaysSo() throws IOException {
    Files.createFile(folder.resolve("f"));
    assertFails(() -> store.makeFolder(path(folder.resolve("f")), true), "Not a directory");
  }

  @Test
  void aLinkIsWrittenThroughAndStays() throws IOException {
    Files.createDirectory(folder.resolve("real"));
    Path real = Files.writeString(folder.resolve("real/f"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real/f"));
    Copies.put(store, path(link), new byte[] {'n'});
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("n");
  }

  @Test
  void aLinkToNothingIsNotWrittenThrough() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("none"));
    assertFails(
        () -> store.sink(path(link), Attributes.ofSize(0), OPTIONS),
        "is a symbolic link to nothing: " + folder.resolve("none"));
  }

  @Test
  void aLoopOfLinksEnds() throws IOException {
    Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
    Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
    assertFails(
        () -> store.sink(path(folder.resolve("a")), Attributes.ofSize(0), OPTIONS),
        "Too many levels of symbolic links");
  }

  @Test
  void aSourceThatGrowsShrinksVanishesOrIsReplacedSaysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "12345");
    try (Source source = store.source(path(file))) {
      assertThat(source.change()).isNull();
      Files.writeString(file, "123456789");
      assertThat(source.change()).isEqualTo("grew from 5 to 9 bytes");
      Files.writeString(file, "1");
      assertThat(source.change()).isEqualTo("shrank from 5 to 1 bytes");
    }
    try (Source source = store.source(path(file))) {
      Files.move(file, folder.resolve("moved"));
      assertThat(source.change()).isEqualTo("vanished");
      Files.writeString(file, "1");
      assertThat(source.change()).isEqualTo("was replaced by another file");
    }
  }

  @Test
  void aChangeOfContentIsSeenWithinTheSameSize() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "12345");
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(1, TimeUnit.SECONDS));
    try (Source source = store.source(path(file))) {
      Files.writeString(file, "54321");
      assertThat(source.change()).isEqualTo("was modified");
    }
  }

  @Test
  void aNewNameOrModeIsNoChangeOfContent() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "12345");
    try (Source source = store.source(path(file))) {
      Files.createLink(folder.resolve("g"), file);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertThat(source.change()).isNull();
    }
  }

  @Test
  void theChannelReadsTheSameBytes() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "12345");
    try (Source source = store.source(path(file))) {
      ByteBuffer into = ByteBuffer.allocate(9);
      assertThat(source.channel().read(into, 2)).isEqualTo(3);
      assertThat(source.channel()).isSameAs(source.channel());
    }
  }

  @Test
  void aClosedSinkRefusesAWriterThatComesLate() throws IOException {
    Sink sink = store.sink(path(folder.resolve("f")), Attributes.ofSize(1), OPTIONS);
    sink.close();
    assertThatThrownBy(() -> sink.write(ByteBuffer.allocate(1), 0))
        .isInstanceOf(java.nio.channels.ClosedChannelException.class);
  }

  private List<String> names() throws IOException {
    try (var names = Files.list(folder)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void assertFails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, failure -> assertThat(failure.reason()).isEqualTo(reason));
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
