package io.sluice.mover.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Plays what a command does, with both sides in this process, so that the JVM can list the classes
 * that were loaded for it: the launcher runs it once a build under {@code -XX:DumpLoadedClassList}
 * and has an archive made of them. A start that finds its classes there is done in half the time.
 */
final class Rehearsal {
  private static final long PATIENCE_SECONDS = 20;

  private Rehearsal() {}

  /** Pushes a small file to a daemon and pulls it back. */
  public static void main(String[] args) throws Exception {
    int status = 0;
    Terminal silent =
        new Terminal(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), true, 80);
    Path folder = Files.createTempDirectory("mover-rehearsal");
    try {
      Main.run(RawArguments.of(new String[] {"--help"}), silent);
      Path token = Files.writeString(folder.resolve("token"), "rehearsal".repeat(4));
      token.toFile().setReadable(false, false);
      token.toFile().setReadable(true, true);
      Path file = Files.write(folder.resolve("file"), new byte[100_000]);
      status = play(silent, folder, file.toString(), "copy", true);
      status += play(silent, folder, "back", "copy", false);
      Main.run(new String[] {"copy", file.toString(), folder.resolve("local").toString()}, silent);
    } finally {
      remove(folder);
    }
    System.exit(status);
  }

  private static int play(Terminal silent, Path folder, String here, String there, boolean push)
      throws Exception {
    String token = folder.resolve("token").toString();
    CompletableFuture<String> listening = new CompletableFuture<>();
    Terminal heard =
        new Terminal(new FirstLine(listening), OutputStream.nullOutputStream(), false, 80);
    Thread server =
        new Thread(
            () ->
                Main.run(
                    new String[] {
                      "serve",
                      "--once",
                      "--root",
                      folder.toString(),
                      "--listen",
                      "127.0.0.1:0",
                      "--token-file",
                      token
                    },
                    heard));
    server.setDaemon(true);
    server.start();
    String line = listening.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    String port = line.substring(line.indexOf("127.0.0.1:") + 10, line.indexOf(';'));
    String place = "mover://127.0.0.1:" + port + folder.resolve(there);
    String local = folder.resolve(here).toString();
    int status =
        Main.run(
            new String[] {
              "copy", "--token-file", token, push ? local : place, push ? place : local
            },
            silent);
    server.join(PATIENCE_SECONDS * 1000);
    return status;
  }

  private static void remove(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Hands on the first line that is written to it. */
  private static final class FirstLine extends OutputStream {
    private final CompletableFuture<String> line;
    private final StringBuilder text = new StringBuilder();

    FirstLine(CompletableFuture<String> line) {
      this.line = line;
    }

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        line.complete(text.toString());
      } else {
        text.append((char) b);
      }
    }
  }
}
