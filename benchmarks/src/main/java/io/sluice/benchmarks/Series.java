// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of one contestant, a {@link Usage} for each round. */
final class Series {
  private final List<Usage> usages = new ArrayList<>();

  void add(Usage usage) {
    usages.add(usage);
  }

  double median(ToDoubleFunction<Usage> what) {
    return Series.median(usages.stream().map(what::applyAsDouble).toList());
  }

  double medianSeconds() {
    return median(Usage::seconds);
  }

  double fastestSeconds() {
    return usages.stream().mapToDouble(Usage::seconds).min().orElse(Double.NaN);
  }

  double slowestSeconds() {
    return usages.stream().mapToDouble(Usage::seconds).max().orElse(Double.NaN);
  }

  /** The median of the rounds' ratios of one figure, {@code one} over {@code other}. */
  static double medianRatio(Series one, Series other, ToDoubleFunction<Usage> what) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(one.usages.size(), other.usages.size()); i++) {
      ratios.add(what.applyAsDouble(one.usages.get(i)) / what.applyAsDouble(other.usages.get(i)));
    }
    return median(ratios);
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    if (n == 0) {
      return Double.NaN;
    }
    return n % 2 == 1 ? sorted.get(n / 2) : (sorted.get(n / 2 - 1) + sorted.get(n / 2)) / 2;
  }
}
