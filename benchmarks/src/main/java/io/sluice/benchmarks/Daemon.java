// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server process on a {@link Host}, with what it and its children have used. */
final class Daemon implements AutoCloseable {
  private static final double TICKS_PER_SECOND = 100;

  private final String name;
  private final Process process;
  private final Path log;

  private Daemon(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Starts it and returns when it listens on {@code port}. It ends with the lab at the latest. */
  static Daemon start(Lab lab, Host host, String name, int port, List<String> command) {
    Path log = lab.folder().resolve(name.replace(' ', '-') + "-" + port + ".log");
    try {
      Process process =
          new ProcessBuilder(host.inside(command))
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      Daemon daemon = new Daemon(name, process, log);
      lab.onClose(daemon::close);
      daemon.awaitListening(port);
      return daemon;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process id; {@code nsenter} becomes the daemon, so it is the daemon's own. */
  long pid() {
    return process.pid();
  }

  /** CPU seconds, user and system, so far, of it and all children that it has or had. */
  double cpuSeconds() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .mapToLong(handle -> ticks(handle.pid()))
            .sum()
        / TICKS_PER_SECOND;
  }

  /** The same, once it has stopped growing: a server often ends its work after its client. */
  double settledCpuSeconds() {
    double before = cpuSeconds();
    for (int i = 0; i < 20; i++) {
      Pause.milliseconds(30);
      double after = cpuSeconds();
      if (after == before) {
        break;
      }
      before = after;
    }
    return before;
  }

  /** Peak resident memory in KiB, or 0 if it has ended. */
  long peakKib() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(3, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private void awaitListening(int port) {
    if (!Ports.awaitListening(pid(), port, process::isAlive)) {
      throw new BenchmarkException(
          name + (process.isAlive() ? " does not listen: " : " ended: ") + tail());
    }
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return String.join(" / ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    } catch (IOException e) {
      return "no output";
    }
  }

  // proc(5): utime, stime, cutime and cstime are the fields 14 to 17, counted from 1; the second
  // one, the command's name in brackets, may itself hold spaces and brackets.
  private static long ticks(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long sum = 0;
      for (int i = 14; i <= 17; i++) {
        sum += Long.parseLong(field[i - 3]);
      }
      return sum;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }
}
