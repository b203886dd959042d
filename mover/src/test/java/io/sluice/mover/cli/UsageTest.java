package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  private final Captured terminal = new Captured(false);

  @ParameterizedTest
  @ValueSource(strings = {"copy", "serve", "demo", "completion"})
  void everyCommandHasHelp(String command) {
    assertThat(terminal.run(command, "--help")).isZero();
    assertThat(terminal.out()).startsWith("Usage: mover " + command);
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theHelpOfAllListsEachCommandAndTheStatuses() {
    assertThat(terminal.run("--help")).isZero();
    assertThat(terminal.out())
        .contains("copy", "serve", "demo", "completion", "Exit status", "130 and 143");
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(terminal.run("--version")).isZero();
    assertThat(terminal.out()).matches("mover .+ \\(Java .+\\)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "copy a | PLACE",
        "copy --nonsense a b | --nonsense",
        "copy --streams 0 a b | from 1 to",
        "copy --streams many a b | --streams",
        "copy --extent 1 a b | --extent",
        "copy --extent 2GiB a b | --extent",
        "copy --extent 63KiB a b | 64.0 KiB",
        "copy --extent 257MiB a b | 256 MiB",
        "copy --zero-copy perhaps a b | auto, on or off",
        "copy --limit 0 a b | --limit",
        "copy --limit fast a b | --limit",
        "copy --timeout soon a b | --timeout",
        "copy --timeout 0s a b | --timeout",
        "copy --mss 12 a b | --mss",
        "copy --busy-poll -1 a b | --busy-poll",
        "copy --transport pigeon a b | pigeon",
        "copy --port 0 a b | --port",
        "copy host:a other:b | host to host",
        "copy mover://h host:b | mover://h",
        "serve | --root",
        "serve --root / --listen ::1 | brackets",
        "serve --root / --listen 127.0.0.1:x | port",
        "serve --root / --port 65536 | port",
        "demo --size large | --size",
        "demo --streams 0 | --streams",
        "fly | fly",
      })
  void aWrongCallIsToldInALineAndEndsWithTwo(String call, String told) {
    assertThat(terminal.run(call.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).startsWith("mover: ").contains(told).doesNotContain("\tat ");
    assertThat(terminal.err().lines().count()).isLessThanOrEqualTo(2);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void noCommandIsAWrongCall() {
    assertThat(terminal.run()).isEqualTo(2);
    assertThat(terminal.err()).contains("a command is missing");
  }

  @Test
  void debugShowsWhereAnErrorCameFrom() {
    assertThat(terminal.run("copy", "--debug", "--streams", "0", "a", "b")).isEqualTo(2);
    assertThat(terminal.err()).contains("\tat io.sluice");
  }

  @Test
  void aWrongNameIsRepeatedInItsOwnBytes() {
    assertThat(terminal.run("caf\u00e9")).isEqualTo(2);
    assertThat(terminal.err()).contains("caf\u00e9");
  }

  @Test
  void theCompletionScriptIsOneThatBashTakes() throws Exception {
    assertThat(terminal.run("completion")).isZero();
    assertThat(terminal.out()).contains("--no-clobber", "--root");
    Forked.Result shell =
        Forked.java().with("SCRIPT", terminal.out()).script("bash -n <<<\"$SCRIPT\"");
    assertThat(shell).isEqualTo(new Forked.Result(0, "", ""));
  }
}
