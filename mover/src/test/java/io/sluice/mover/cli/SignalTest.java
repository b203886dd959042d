package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalTest {
  private static final Pattern BYTES = Pattern.compile("\"bytes\":(\\d+)");
  private static final Pattern RESUMED = Pattern.compile("\"resumed_bytes\":(\\d+)");

  @TempDir Path here;
  private Path root;
  private Path file;
  private Path token;

  @BeforeEach
  void makeAFile() throws Exception {
    root = Files.createDirectory(here.resolve("root"));
    byte[] content = new byte[24 << 20];
    new Random(7).nextBytes(content);
    file = Files.write(here.resolve("file"), content);
    token = Daemon.token(here.resolve("token"), "t");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aCopyThatIsStoppedSaysHowToGoOnAndGoesOnThen(String signal, int status) throws Exception {
    try (Daemon daemon = Daemon.serving(root, token, "")) {
      String arguments =
          "copy --json --extent 256KiB --streams 2 "
              + daemon.key()
              + " '"
              + file
              + "' '"
              + daemon.place(root.resolve("copy"))
              + "'";
      // A shell's background processes ignore SIGINT; this one is the shell itself.
      Process copy =
          Forked.java()
              .start("exec " + Forked.java(Main.class) + " " + arguments + " --limit 4MiB");
      CompletableFuture<String> err = Forked.read(copy.getErrorStream());
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(copy.getInputStream(), StandardCharsets.ISO_8859_1));
      awaitSomeBytes(out);
      new ProcessBuilder("kill", "-" + signal, Long.toString(copy.pid())).start().waitFor();

      String last = out.lines().reduce("", (first, second) -> second);
      assertThat(copy.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(copy.exitValue()).isEqualTo(status);
      assertThat(err.get()).contains("stopped; ").contains("Run the same command again");
      assertThat(err.get()).doesNotContain("stopped; 0 B");
      assertThat(last).contains("\"event\":\"report\"").contains("\"cancelled\"");
      assertThat(root.resolve("copy")).doesNotExist();

      Forked.Result again = Forked.java().mover(arguments);
      assertThat(again.status()).as(again.err()).isZero();
      assertThat(number(RESUMED, again.out())).isPositive();
      assertThat(root.resolve("copy")).hasSameBinaryContentAs(file);
      assertThat(root).isDirectoryContaining("glob:**/copy");
      try (var left = Files.list(root)) {
        assertThat(left).containsExactly(root.resolve("copy"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM, 0", "INT, 130"})
  void aDaemonEndsWhenItIsAskedTo(String signal, int status) throws Exception {
    try (Daemon daemon = Daemon.serving(root, token, "")) {
      assertThat(daemon.ended(signal)).isEqualTo(status);
      assertThat(daemon.complaints()).isEmpty();
    }
  }

  @Test
  void aDemoThatIsStoppedCleansUp() throws Exception {
    Process demo =
        Forked.java()
            .start(
                "exec " + Forked.java(Main.class) + " demo --size 512MiB --folder '" + here + "'");
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(demo.getInputStream(), StandardCharsets.ISO_8859_1));
    assertThat(out.readLine()).contains("making a file");
    new ProcessBuilder("kill", "-INT", Long.toString(demo.pid())).start().waitFor();
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(130);
    assertThat(here).isDirectoryNotContaining("glob:**mover-demo*");
  }

  private static void awaitSomeBytes(BufferedReader out) throws Exception {
    String line;
    while ((line = out.readLine()) != null) {
      if (line.contains("\"progress\"") && number(BYTES, line) > 0) {
        return;
      }
    }
    throw new AssertionError("the copy ended before it could be stopped");
  }

  private static long number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    long last = -1;
    while (matcher.find()) {
      last = Long.parseLong(matcher.group(1));
    }
    return last;
  }
}
