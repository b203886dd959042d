package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program in a process of its own, started by a shell, because a Java parent can't pass arguments
 * that are not valid in its own locale: {@code $'\xe9'} in a script can.
 */
final class Forked {
  /** What a process left behind; each char of the texts is one byte. */
  record Result(int status, String out, String err) {}

  private final Map<String, String> environment = new TreeMap<>();
  private Path folder = Path.of("/");

  /** Starts Java programs of the tests' class path. */
  static Forked java() {
    return new Forked();
  }

  Forked with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Forked in(Path working) {
    folder = working;
    return this;
  }

  /** The command line of a main class of the tests' class path, for a script. */
  static String java(Class<?> main) {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    // Other tests bring SLF4J, which says on standard error that it has nothing to say.
    String path =
        Stream.of(all.split(":"))
            .filter(entry -> !entry.contains("slf4j"))
            .collect(Collectors.joining(":"));
    List<String> words = new ArrayList<>();
    words.add(System.getProperty("java.home") + "/bin/java");
    words.add("-XX:TieredStopAtLevel=1");
    words.add("-XX:+UseSerialGC");
    words.add("-Xshare:auto");
    if (Runtime.version().feature() >= 24) {
      words.add("--enable-native-access=ALL-UNNAMED");
      words.add("--sun-misc-unsafe-memory-access=allow");
    }
    words.add("-cp");
    words.add("'" + path + "'");
    words.add(main.getName());
    return String.join(" ", words);
  }

  /** Runs {@code mover} with the arguments, as a shell reads them. */
  Result mover(String arguments) throws Exception {
    return script("exec " + java(Main.class) + " " + arguments);
  }

  /** Starts it without waiting. */
  Process start(String script) throws IOException {
    // A test that is started in the background of a script ignores these, and so would its
    // children.
    ProcessBuilder builder =
        new ProcessBuilder("env", "--default-signal=INT,QUIT", "bash", "-c", script)
            .directory(folder.toFile());
    builder.environment().remove("MOVER_TOKEN");
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs a script to its end. */
  Result script(String script) throws Exception {
    Process process = start(script);
    process.getOutputStream().close();
    CompletableFuture<String> out = read(process.getInputStream());
    CompletableFuture<String> err = read(process.getErrorStream());
    assertThat(process.waitFor(600, TimeUnit.SECONDS)).as("ended: %s", script).isTrue();
    return new Result(process.exitValue(), out.get(), err.get());
  }

  static CompletableFuture<String> read(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
          } catch (IOException e) {
            return "";
          }
        });
  }
}
