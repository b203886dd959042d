// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One contestant: a server's process and a client's. */
final class Processes implements AutoCloseable {
  private static final long TURN_SECONDS = 120;

  /** What UCX must find in the environment of a JVM. */
  private static final Map<String, String> UCX =
      Map.of(
          "UCX_ERROR_SIGNALS", "",
          "UCX_HANDLE_ERRORS", "none",
          "UCX_LOG_LEVEL", "fatal",
          "UCX_MEM_EVENTS", "n",
          "UCX_MEMTYPE_CACHE", "n",
          "UCX_POSIX_HUGETLB_MODE", "n");

  private final String name;
  private final Child server;
  private final Child client;

  Processes(String name, List<String> properties, List<String> arguments) throws IOException {
    this.name = name;
    this.server = new Child(properties, arguments);
    this.client = new Child(properties, arguments);
  }

  String name() {
    return name;
  }

  /** One turn, with nobody else running. */
  Taken take(Turn turn) throws IOException {
    String port = server.ask("open");
    Turn.Outcome outcome = Turn.Outcome.parse(client.ask("run " + port + " " + turn.line()));
    long serverAllocated = Long.parseLong(server.ask("close"));
    return new Taken(
        outcome.nanos() / 1e3 / outcome.messages(),
        (double) turn.size() * outcome.messages() / outcome.nanos() * 1e3,
        (double) outcome.allocated() / outcome.messages(),
        (double) serverAllocated / outcome.messages());
  }

  @Override
  public void close() {
    server.stop();
    client.stop();
  }

  /**
   * The figures of a turn.
   *
   * @param micros for a message
   * @param megabytes 10^6 bytes a second
   * @param clientHeap bytes for a message
   * @param serverHeap bytes for a message, those for the connection included
   */
  record Taken(double micros, double megabytes, double clientHeap, double serverHeap) {}

  private static final class Child {
    private final Process process;
    private final OutputStream commands;
    private final BufferedReader answers;

    Child(List<String> properties, List<String> arguments) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:MaxDirectMemorySize=512m"));
      command.add("-Dio.netty.leakDetection.level=disabled");
      command.addAll(properties);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Peer.class.getName()));
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(UCX);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      process = builder.start();
      commands = process.getOutputStream();
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    String ask(String command) throws IOException {
      Thread watchdog = new Thread(this::killLate, "watchdog");
      watchdog.setDaemon(true);
      watchdog.start();
      try {
        commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
          throw new IOException("a process of the benchmark died at: " + command);
        }
        return answer;
      } finally {
        watchdog.interrupt();
      }
    }

    private void killLate() {
      try {
        process.waitFor(TURN_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
      } catch (InterruptedException e) {
        // The answer came in time.
      }
    }

    void stop() {
      process.destroyForcibly();
    }
  }
}
