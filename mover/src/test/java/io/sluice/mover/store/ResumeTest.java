package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.EXTENT;
import static io.sluice.mover.store.Copies.OPTIONS;
import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.Sink.Range;
import io.sluice.mover.Store.SinkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
  private static final int SIZE = 4 * EXTENT;

  private final FileStore store = FileStore.local();
  private final Attributes attributes = Attributes.ofSize(SIZE);
  private final byte[] content = Copies.random(SIZE, 1);
  @TempDir Path folder;
  private Path target;

  /** A session that ends after the third of four extents. */
  @BeforeEach
  void interrupt() throws IOException {
    target = folder.resolve("f");
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      for (int at : new int[] {0, 2 * EXTENT, EXTENT}) {
        sink.write(ByteBuffer.wrap(content, at, EXTENT), at);
        sink.landed(at, EXTENT);
      }
    }
  }

  @Test
  void whatLandedIsFoundAgain() throws IOException {
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      assertThat(sink.landed())
          .containsExactly(
              new Range(0, EXTENT), new Range(2 * EXTENT, EXTENT), new Range(EXTENT, EXTENT));
      assertThat(sink.startedOver()).isFalse();
      sink.write(ByteBuffer.wrap(content, 3 * EXTENT, EXTENT), 3 * EXTENT);
      sink.complete(attributes, false);
    }
    assertThat(target).hasBinaryContent(content);
    assertThat(names()).containsExactly("f");
  }

  @Test
  void whatLandsAfterAResumeIsFoundAsWell() throws IOException {
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      sink.landed(3 * EXTENT, EXTENT);
    }
    assertThat(landed(attributes, OPTIONS)).hasSize(4);
  }

  @Test
  void aSourceThatChangedStartsOverAndSaysSo() throws IOException {
    Attributes later = new Attributes(Attributes.Type.FILE, SIZE, 0644, -1, -1, 0, 1, 0, 0);
    try (Sink sink = store.sink(path(target), later, OPTIONS)) {
      assertThat(sink.landed()).isEmpty();
      assertThat(sink.startedOver()).isTrue();
      sink.complete(later, false);
    }
    assertThat(names()).containsExactly("f");
  }

  @Test
  void anotherExtentSizeStartsOver() throws IOException {
    assertThat(landed(attributes, new SinkOptions(2 * EXTENT, true, true))).isEmpty();
  }

  @Test
  void nothingIsResumedWhereThatIsSwitchedOff() throws IOException {
    assertThat(landed(attributes, new SinkOptions(EXTENT, false, true))).isEmpty();
  }

  @Test
  void aDamagedJournalIsNotTrusted() throws IOException {
    Path journal = only(".journal");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[9] ^= 1;
    Files.write(journal, bytes);
    assertThat(landed(attributes, OPTIONS)).isEmpty();
  }

  @Test
  void aJournalWithoutItsPartIsNotTrusted() throws IOException {
    Files.delete(only(".part"));
    assertThat(landed(attributes, OPTIONS)).isEmpty();
  }

  @Test
  void aPartWithoutItsJournalIsNotTrusted() throws IOException {
    Files.delete(only(".journal"));
    assertThat(landed(attributes, OPTIONS)).isEmpty();
  }

  @Test
  void aPartThatHasASecondNameIsNotWrittenTo() throws IOException {
    Path other = Files.createLink(folder.resolve("other"), only(".part"));
    byte[] before = Files.readAllBytes(other);
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      assertThat(sink.landed()).isEmpty();
      sink.write(ByteBuffer.allocate(SIZE), 0);
    }
    assertThat(other).hasBinaryContent(before);
  }

  @Test
  void aLinkInPlaceOfThePartIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "untouched");
    Path part = only(".part");
    Files.delete(part);
    Files.createSymbolicLink(part, victim);
    Copies.put(store, path(target), content);
    assertThat(victim).hasContent("untouched");
    assertThat(target).hasBinaryContent(content);
  }

  @Test
  void discardingLeavesNothing() throws IOException {
    try (Sink sink = store.sink(path(target), attributes, OPTIONS)) {
      sink.discard();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void partsAndJournalsAreNoContent() throws IOException {
    assertThat(names()).hasSize(2).allMatch(name -> Names.isOurs(path(Path.of(name)).bytes()));
    assertThat(Names.isOurs(path(Path.of(".sluice-notes")).bytes())).isFalse();
    assertThat(Names.isOurs(path(Path.of("f.part")).bytes())).isFalse();
  }

  private List<Range> landed(Attributes source, SinkOptions options) throws IOException {
    try (Sink sink = store.sink(path(target), source, options)) {
      return sink.landed();
    }
  }

  private Path only(String end) throws IOException {
    return folder.resolve(
        names().stream().filter(name -> name.endsWith(end)).findAny().orElseThrow());
  }

  private List<String> names() throws IOException {
    try (var names = Files.list(folder)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
