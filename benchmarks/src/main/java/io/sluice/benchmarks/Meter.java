// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands on hosts and measures them with the C program of the same name. */
final class Meter {
  private static final long LIMIT_SECONDS = 180;
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Lab lab;
  private final Path program;

  Meter(Lab lab) {
    this.lab = lab;
    this.program = lab.build("meter");
  }

  /** Starts a command; it ends with the lab at the latest. */
  Running start(Host host, List<String> command) {
    int number = COUNT.incrementAndGet();
    Path report = lab.folder().resolve("meter-" + number);
    Path output = lab.folder().resolve("output-" + number);
    List<String> metered = new ArrayList<>(List.of(program.toString(), report.toString()));
    metered.addAll(command);
    try {
      Process process =
          new ProcessBuilder(host.inside(metered))
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      Running running = new Running(command, process, report, output);
      lab.onClose(running::kill);
      return running;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command to its end. */
  Usage run(Host host, List<String> command) {
    return start(host, command).await();
  }

  /** A command under way. */
  static final class Running {
    private final List<String> command;
    private final Process process;
    private final Path report;
    private final Path output;
    private String said = "";

    private Running(List<String> command, Process process, Path report, Path output) {
      this.command = command;
      this.process = process;
      this.report = report;
      this.output = output;
    }

    /** The process itself; its namespace is the host's once the command runs. */
    long pid() {
      return process.pid();
    }

    /** The process that is measured, once there is one. */
    long measuredPid() {
      // The process enters the host first and only then becomes the meter, whose child it is.
      for (int i = 0; i < 200 && process.isAlive(); i++) {
        Optional<ProcessHandle> child = process.children().findFirst();
        if (child.isPresent() && isMeter()) {
          return child.get().pid();
        }
        Pause.milliseconds(5);
      }
      throw new BenchmarkException(String.join(" ", command) + ": did not start");
    }

    private boolean isMeter() {
      try {
        return Files.readString(Path.of("/proc/" + pid() + "/comm")).strip().equals("meter");
      } catch (IOException e) {
        return false;
      }
    }

    boolean isAlive() {
      return process.isAlive();
    }

    /**
     * Waits for its end.
     *
     * @throws BenchmarkException if it failed or took longer than 3 minutes
     */
    Usage await() {
      try {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          kill();
          throw new BenchmarkException(String.join(" ", command) + ": did not end");
        }
        said = Files.readString(output, StandardCharsets.ISO_8859_1);
        if (process.exitValue() != 0) {
          throw new BenchmarkException(
              String.join(" ", command) + ": exit " + process.exitValue() + ": " + said.strip());
        }
        String[] field = Files.readString(report).strip().split(" ");
        Files.delete(report);
        Files.delete(output);
        return new Usage(
            Double.parseDouble(field[0]),
            Double.parseDouble(field[1]),
            Double.parseDouble(field[2]),
            Long.parseLong(field[3]));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchmarkException("interrupted", e);
      }
    }

    /** What it wrote to both outputs, once it has ended well. */
    String said() {
      return said;
    }

    /** Ends it, with all that it started. */
    void kill() {
      if (process.isAlive()) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        try {
          process.waitFor(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }
}
