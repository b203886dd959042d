// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.concurrent.TimeUnit;

/** Waits between two looks at something outside this process. */
final class Pause {
  private Pause() {}

  static void milliseconds(long milliseconds) {
    try {
      TimeUnit.MILLISECONDS.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    }
  }
}
