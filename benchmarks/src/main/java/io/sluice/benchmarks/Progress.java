// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/** Tells people on standard error what is going on; the report alone goes to standard output. */
final class Progress {
  private Progress() {}

  static void say(String line) {
    System.err.println("bench: " + line);
  }
}
