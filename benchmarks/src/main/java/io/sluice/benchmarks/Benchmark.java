// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/** A comparison that can be asked for by name. */
interface Benchmark {
  /**
   * Runs it to its end.
   *
   * @throws BenchmarkException if it can not go on
   */
  void run();

  /** What came of it. */
  Markdown report();

  /** What {@code --check} goes by. */
  Floors floors();
}
