// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The command {@code bench}. */
public final class Bench {
  private static final Set<String> NAMES = Set.of("files", "trees");

  private Bench() {}

  /**
   * Runs a benchmark and exits: 0 when it ran (and, with {@code --check}, every floor holds), 1
   * when not, 2 on a usage error.
   */
  public static void main(String[] arguments) {
    Options options;
    try {
      options = Options.parse(List.of(arguments));
    } catch (BenchmarkException e) {
      System.err.println("bench: " + e.getMessage() + "\n\n" + Options.USAGE);
      System.exit(2);
      return;
    }
    if (!NAMES.contains(options.benchmark())) {
      boolean asked = options.benchmark().equals("help");
      (asked ? System.out : System.err).println(Options.USAGE);
      System.exit(asked ? 0 : 2);
    }
    System.exit(run(options));
  }

  private static int run(Options options) {
    Path repository = Path.of(System.getProperty("sluice.home", ".")).toAbsolutePath();
    try (Lab lab = new Lab(repository, options.tmp())) {
      try {
        Benchmark benchmark =
            options.benchmark().equals("files")
                ? new FileBenchmark(options, lab)
                : new TreeBenchmark(options, lab);
        benchmark.run();
        System.out.println(benchmark.report());
        if (options.write() != null) {
          benchmark.report().write(options.write(), options.benchmark());
        }
        return options.check() && !benchmark.floors().hold() ? 1 : 0;
      } catch (BenchmarkException | IOException | UncheckedIOException e) {
        if (!lab.isClosed()) {
          System.err.println("bench: " + e.getMessage());
        }
        return 1;
      }
    }
  }
}
