package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.EntryFilter;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.filter.FileList;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.filter.Sizes;
import io.sluice.mover.session.TreePair.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeSelectionTest {
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

  private static SyncOptions options(Selection selection) {
    return SyncOptions.defaults().withDelete(true, SyncOptions.AUTO).withSelection(selection);
  }

  private static Selection rules(String... rules) {
    return new Selection(Rules.of(rules), null, Sizes.ALL);
  }

  private static void write(Path root, String name, int size) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[size]);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void whatIsExcludedIsNeitherCopiedNorDeleted(Way way) throws Exception {
    write(pair.from, "a.c", 1);
    write(pair.from, "a.o", 1);
    write(pair.from, "tmp/x", 1);
    write(pair.to, "b.o", 1);
    write(pair.to, "b.c", 1);
    write(pair.to, "old/deep/b.o", 1);
    write(pair.to, "gone/b.c", 1);
    Report report = pair.sync(way, options(rules("*.o", "/tmp/")));

    assertThat(report.failures()).isEmpty();
    assertThat(pair.to.resolve("a.c")).exists();
    assertThat(pair.to.resolve("a.o")).doesNotExist();
    assertThat(pair.to.resolve("tmp")).doesNotExist();
    assertThat(pair.to.resolve("b.o")).exists();
    assertThat(pair.to.resolve("b.c")).doesNotExist();
    assertThat(pair.to.resolve("old/deep/b.o")).exists();
    assertThat(pair.to.resolve("gone")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aFileOfAnotherSizeIsNeitherCopiedNorDeleted(Way way) throws Exception {
    write(pair.from, "small", 5);
    write(pair.from, "large", 50);
    write(pair.from, "kept", 51);
    write(pair.to, "kept", 3);
    Report report = pair.sync(way, options(new Selection(Rules.NONE, null, new Sizes(0, 49))));

    assertThat(report.failures()).isEmpty();
    assertThat(pair.to.resolve("small")).hasSize(5);
    assertThat(pair.to.resolve("large")).doesNotExist();
    assertThat(pair.to.resolve("kept")).hasSize(3);
  }

  @Test
  void aNameOnTheListThatIsNotThereIsAFailureAndTheRestIsCopied() throws Exception {
    write(pair.from, "d/a", 1);
    write(pair.from, "d/b", 1);
    FileList list =
        FileList.of(
            List.of(
                "d/a".getBytes(StandardCharsets.UTF_8), "nix".getBytes(StandardCharsets.UTF_8)));
    Report report = pair.sync(Way.PULL, options(new Selection(Rules.NONE, list, Sizes.ALL)));

    assertThat(pair.to.resolve("d/a")).exists();
    assertThat(pair.to.resolve("d/b")).doesNotExist();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().toString()).contains("nix");
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"PUSH", "LOCAL"})
  void whatTheFilterOfAnApplicationLeavesOutIsNeitherCopiedNorDeleted(Way way) throws Exception {
    write(pair.from, "a", 1);
    write(pair.from, "large", 5000);
    write(pair.from, "out/x", 1);
    write(pair.to, "large", 7);
    write(pair.to, "out/y", 1);
    write(pair.to, "extra", 1);
    EntryFilter filter =
        (path, attributes) -> attributes.size() < 5000 && !path.equals(BytePath.of("out"));
    List<SyncListener.Result> results = new CopyOnWriteArrayList<>();
    Report report = pair.sync(way, options(Selection.ALL).withFilter(filter), results::add);

    assertThat(report.failures()).isEmpty();
    assertThat(pair.to.resolve("a")).exists();
    assertThat(pair.to.resolve("large")).hasSize(7);
    assertThat(pair.to.resolve("out/x")).doesNotExist();
    assertThat(pair.to.resolve("out/y")).exists();
    assertThat(pair.to.resolve("extra")).doesNotExist();
    assertThat(
            results.stream()
                .filter(one -> !one.path().isEmpty())
                .map(one -> one.path() + " " + one.change()))
        .containsExactlyInAnyOrder("a CREATED", "extra DELETED");
  }

  @Test
  void aFilterOfAnApplicationIsRefusedWhereTheSourceIsElsewhere() throws Exception {
    write(pair.from, "a", 1);
    Report report =
        pair.sync(Way.PULL, options(Selection.ALL).withFilter((path, attributes) -> false));
    assertThat(report.exitStatus()).isEqualTo(2);
    assertThat(pair.to).doesNotExist();
  }
}
