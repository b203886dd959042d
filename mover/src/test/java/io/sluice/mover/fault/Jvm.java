package io.sluice.mover.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A Java program in a process of its own, which can be killed as a power cut would. */
public final class Jvm implements AutoCloseable {
  private static final long LONGEST_SECONDS = 60;

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> seen = new ArrayList<>();

  private Jvm(Process process) {
    this.process = process;
    Thread reader = new Thread(this::readAll, "jvm-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a main class of the tests' own class path. Its errors go where its output goes. */
  public static Jvm fork(Class<?> main, String... arguments) throws IOException {
    return fork(List.of(), main, arguments);
  }

  /** The same behind other words, such as {@code ip netns exec NAME}. */
  public static Jvm fork(List<String> before, Class<?> main, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>(before);
    words.addAll(command(main));
    words.addAll(List.of(arguments));
    return new Jvm(new ProcessBuilder(words).redirectErrorStream(true).start());
  }

  /** The words that start a main class of the tests' own class path. */
  public static List<String> command(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  private void readAll() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("(its output can't be read: " + e.getMessage() + ")");
    }
  }

  /** Waits for a line that begins so and returns its rest. */
  public String awaitLine(String start) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    while (true) {
      String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError("no line \"" + start + "…\" but " + seen);
      }
      seen.add(line);
      if (line.startsWith(start)) {
        return line.substring(start.length());
      }
    }
  }

  /** Waits for its end and returns its exit status. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it has not ended; it printed " + seen + lines);
    }
    return process.exitValue();
  }

  /** Ends it by SIGKILL and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** Stops it by SIGSTOP: it lives, holds its sockets, and does nothing. */
  public void freeze() throws IOException {
    Shell.run("kill", "-STOP", Long.toString(process.pid()));
  }

  /** Lets it go on. */
  public void thaw() throws IOException {
    Shell.run("kill", "-CONT", Long.toString(process.pid()));
  }

  /** Its number. */
  public long pid() {
    return process.pid();
  }

  /** Ends it where it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
