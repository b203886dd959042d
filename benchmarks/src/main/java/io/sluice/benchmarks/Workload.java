// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Path;

/** What is copied: sources by name in one folder, their copies by the same name in another. */
interface Workload {
  /** The folder that a daemon exports to be read. */
  Path sources();

  /** The folder that a daemon exports to be written. */
  Path copies();

  default Path source(String name) {
    return sources().resolve(name);
  }

  default Path copy(String name) {
    return copies().resolve(name);
  }

  /** Removes the copy, so that every run writes into nothing. */
  void clear(String name);

  /**
   * Brings the machine's memory into the state in which every run shall find it; nothing where that
   * does not matter.
   */
  default void settle(String name) {}

  /**
   * Compares the copy with its source.
   *
   * @throws BenchmarkException if they differ
   */
  void verify(String name, Contestant by);
}
