// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/**
 * One way of running a {@link Tool}.
 *
 * @param tool the tool's name
 * @param variant what sets it apart from the tool's other ways
 * @param faithful whether what it leaves is a copy in every respect that it may be compared in
 * @param copier does it
 */
record Contestant(String tool, String variant, boolean faithful, Copier copier) {
  /** Copies one file to its end. */
  @FunctionalInterface
  interface Copier {
    /** Copies the source of this name and says what it cost both ends. */
    Usage copy(String file);
  }

  String label() {
    return variant.isEmpty() ? tool : tool + ", " + variant;
  }

  /** A client whose CPU seconds are added to what its daemon used meanwhile. */
  static Copier withDaemon(Daemon daemon, Copier client) {
    return file -> {
      double before = daemon.settledCpuSeconds();
      Usage usage = client.copy(file);
      return usage.plusCpu(daemon.settledCpuSeconds() - before);
    };
  }
}
