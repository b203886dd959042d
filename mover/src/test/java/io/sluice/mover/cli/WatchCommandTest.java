package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchCommandTest {
  @TempDir Path here;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsItAfterWhatHasChangedByThen(String signal, int status) throws Exception {
    Path from = Files.createDirectory(here.resolve("from"));
    Path to = here.resolve("to");
    Files.writeString(from.resolve("a"), "one");
    Process process =
        Forked.java()
            .start(
                "exec "
                    + Forked.java(Main.class)
                    + " sync --watch --delete '"
                    + from
                    + "' '"
                    + to
                    + "'");
    try {
      CompletableFuture<String> err = Forked.read(process.getErrorStream());
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1));
      String line = out.readLine();
      while (line != null && !line.startsWith("watching")) {
        line = out.readLine();
      }
      assertThat(line).isNotNull();
      assertThat(to.resolve("a")).hasContent("one");
      Files.writeString(from.resolve("a"), "two");
      assertThat(out.readLine()).startsWith("1 replaced");
      Files.writeString(from.resolve("b"), "new");
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(status);
      assertThat(err.get()).contains("stopped; all that had changed by then is there");
      assertThat(to.resolve("a")).hasContent("two");
      assertThat(to.resolve("b")).hasContent("new");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aRemoteSourceIsAWrongCall() throws Exception {
    Forked.Result result =
        Forked.java().mover("sync --watch mover://127.0.0.1/from '" + here + "'");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("run it where SOURCE is");
  }
}
