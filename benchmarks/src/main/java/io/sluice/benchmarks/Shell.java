// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs the system's own commands, unmeasured. */
final class Shell {
  private Shell() {}

  /**
   * Runs a command to its end and returns what it wrote.
   *
   * @throws BenchmarkException if it failed, with what it said
   */
  static String run(List<String> command) {
    Result result = attempt(command);
    if (result.exit() != 0) {
      throw new BenchmarkException(
          String.join(" ", command) + ": exit " + result.exit() + ": " + result.output().strip());
    }
    return result.output();
  }

  /** Runs a command to its end, whatever comes of it; 127 if it is not there. */
  static Result attempt(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      return new Result(127, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    }
  }

  /** Whether a program of this name is on the PATH or in the system's own folders. */
  static boolean has(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
    for (String folder : path.split(":")) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  /** How a command ended, and what it wrote to both outputs. */
  record Result(int exit, String output) {
    String firstLine() {
      return output.lines().findFirst().orElse("").strip();
    }
  }
}
