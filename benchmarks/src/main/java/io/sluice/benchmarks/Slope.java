// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One round's steady state: what a GiB more costs, free of start and end.
 *
 * @param secondsPerGib (t(large) - t(small)) / (large - small)
 * @param cpuPerGib the same of the CPU seconds of both ends
 * @param wholeSeconds t(large), from the command's start to its exit
 */
record Slope(double secondsPerGib, double cpuPerGib, double wholeSeconds) {
  static Slope of(Usage small, Usage large, double gibMore) {
    return new Slope(
        (large.seconds() - small.seconds()) / gibMore,
        (large.cpuSeconds() - small.cpuSeconds()) / gibMore,
        large.seconds());
  }

  /** The median of one figure over all rounds. */
  static double median(List<Slope> slopes, ToDoubleFunction<Slope> what) {
    return Series.median(slopes.stream().map(what::applyAsDouble).toList());
  }

  /** The median of the rounds' ratios of one figure, {@code one} over {@code other}. */
  static double medianRatio(List<Slope> one, List<Slope> other, ToDoubleFunction<Slope> what) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      ratios.add(what.applyAsDouble(one.get(i)) / what.applyAsDouble(other.get(i)));
    }
    return Series.median(ratios);
  }
}
