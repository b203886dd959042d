package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LibraryLogTest {
  @Test
  void whatLibrariesLogStaysOffStandardErrorButForWarnings() throws Exception {
    assertThat(log()).contains("it broke").doesNotContain("all is well");
  }

  @Test
  void withDebugAllOfItIsThere() throws Exception {
    assertThat(log("--debug")).contains("it broke", "all is well");
  }

  private static String log(String... args) throws IOException, InterruptedException {
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Logs.class.getName());
    java.command().addAll(List.of(args));
    Process process = java.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  /** The program that runs there. */
  static final class Logs {
    private Logs() {}

    public static void main(String[] args) {
      LibraryLog.keepQuiet(args);
      Logger.getLogger("io.sluice").info("all is well");
      Logger.getLogger("io.sluice").warning("it broke");
    }
  }
}
