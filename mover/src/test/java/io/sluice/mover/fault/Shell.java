package io.sluice.mover.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the system's own programs. */
final class Shell {
  private Shell() {}

  /** Runs one, which must succeed, and returns what it printed. */
  static String run(String... words) throws IOException {
    Process process = new ProcessBuilder(List.of(words)).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(String.join(" ", words) + ": status " + status + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return output;
  }
}
