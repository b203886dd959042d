package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A copy of this checkout's sources, which a test may build and change. */
final class Checkout {
  private static final List<String> PARTS =
      List.of(
          "pom.xml",
          "bin/mover",
          "transport/pom.xml",
          "transport/src/main",
          "mover/pom.xml",
          "mover/src/main",
          "mover/src/assembly",
          "samples/pom.xml",
          "benchmarks/pom.xml");

  private final Path folder;

  private Checkout(Path folder) {
    this.folder = folder;
  }

  /** Copies it to {@code folder}, which may have blanks in its name. */
  static Checkout in(Path folder) throws Exception {
    Path here = root();
    Files.createDirectories(folder);
    for (String part : PARTS) {
      Forked.Result copied =
          Forked.java().in(here).script("cp -r --parents " + part + " '" + folder + "'");
      assertThat(copied.status()).as(copied.err()).isZero();
    }
    return new Checkout(folder);
  }

  /** The real one's top folder. */
  static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("bin/mover"))) {
      at = at.getParent();
    }
    return at;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** A jar that its build made. */
  Path jar(String module) throws Exception {
    return only(path(module + "/.build"), "sluice-" + module + "-[0-9.]+\\.jar");
  }

  /** The archive for other hosts that its build made. */
  Path archive() throws Exception {
    return only(path("mover/.build"), "sluice-[0-9.]+\\.tar\\.gz");
  }

  private static Path only(Path in, String name) throws Exception {
    try (var files = Files.list(in)) {
      return files.filter(f -> f.getFileName().toString().matches(name)).findFirst().orElseThrow();
    }
  }

  /** How many builds it holds that are complete. */
  long builds() throws Exception {
    try (var files = Files.list(path(".build"))) {
      return files.filter(f -> Files.isDirectory(f) && !Files.isSymbolicLink(f)).count();
    }
  }
}
