// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.Locale;

/** Figures as the report shows them. */
final class Figure {
  private Figure() {}

  static String of(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }
}
