package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code mover serve} in a process of its own, on loopback and a port of its own. */
final class Daemon implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  private final Process process;
  private final int port;
  private final Path token;
  private final CompletableFuture<String> complaints;

  private Daemon(Process process, int port, Path token, CompletableFuture<String> complaints) {
    this.process = process;
    this.port = port;
    this.token = token;
    this.complaints = complaints;
  }

  /** Serves {@code root} and waits until it listens. */
  static Daemon serving(Path root, Path token, String options) throws Exception {
    return started(Forked.java(), root, token, options);
  }

  static Daemon started(Forked forked, Path root, Path token, String options) throws Exception {
    Process process =
        forked.start(
            "exec "
                + Forked.java(Main.class)
                + " serve --root '"
                + root
                + "' --listen 127.0.0.1:0 --token-file '"
                + token
                + "' "
                + options);
    CompletableFuture<String> complaints = Forked.read(process.getErrorStream());
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the daemon did not start: " + complaints.get());
    }
    Matcher matcher = LISTENING.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    return new Daemon(process, Integer.parseInt(matcher.group(1)), token, complaints);
  }

  /** Writes a token that only its owner can read. */
  static Path token(Path file, String letter) throws IOException {
    Files.writeString(file, letter.repeat(32) + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** The place of a path below its root, as an argument begins; append the path. */
  String place(Path path) {
    return "mover://127.0.0.1:" + port + path;
  }

  /** {@code --token-file …}. */
  String key() {
    return "--token-file '" + token + "'";
  }

  long pid() {
    return process.pid();
  }

  /** Sends the signal and returns the exit status. */
  int ended(String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** What it wrote to standard error until it ended. */
  String complaints() throws Exception {
    return complaints.get();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
