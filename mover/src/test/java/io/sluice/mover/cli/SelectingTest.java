package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SelectingTest {
  @TempDir private Path dir;

  @Command
  private static final class Holder {
    @Mixin private Selecting selecting;
  }

  private static Selection parse(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.selecting.selection(Rules.NONE);
  }

  private static boolean leavesOut(Selection selection, String file) {
    return selection.excludes(BytePath.of(file), false);
  }

  @Test
  void patternsKeepTheirOrderAcrossOptionsAndFiles() throws IOException {
    Path file = Files.writeString(dir.resolve("rules"), "# comment\n+ b.o\n*.o\n");
    Selection selection = parse("--include", "a.o", "--exclude-from=" + file, "--include=c.o");

    assertThat(leavesOut(selection, "a.o")).isFalse();
    assertThat(leavesOut(selection, "b.o")).isFalse();
    assertThat(leavesOut(selection, "c.o")).isTrue();
  }

  @Test
  void namesMayBeEndedByNuls() throws IOException {
    Path file = Files.writeString(dir.resolve("names"), "#a\nb\0c\0");
    Selection selection = parse("--files-from", file.toString(), "-0");

    assertThat(leavesOut(selection, "#a\nb")).isFalse();
    assertThat(leavesOut(selection, "c")).isFalse();
    assertThat(leavesOut(selection, "d")).isTrue();
  }

  @Test
  void sizesHaveUnits() {
    Selection selection = parse("--max-size", "1M", "--min-size=2");

    assertThat(selection.excludes(1 << 20)).isFalse();
    assertThat(selection.excludes((1 << 20) + 1)).isTrue();
    assertThat(selection.excludes(1)).isTrue();
  }

  @Test
  void withoutOptionsAllTakesPart() {
    assertThat(parse().isAll()).isTrue();
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    String missing = dir.resolve("missing").toString();

    assertThatThrownBy(() -> parse("--exclude-from", missing))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(missing);
  }
}
