// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code --check} holds, and how the run fared. */
final class Floors {
  private final List<Verdict> verdicts = new ArrayList<>();

  /** One figure against its bound. */
  record Verdict(String what, String measured, String bound, boolean holds) {}

  void atLeast(String what, double measured, double floor) {
    // NaN, a figure that could not be had, must fail.
    add(what, measured, "at least ", floor, measured >= floor, "");
  }

  void atMost(String what, double measured, double ceiling, String unit) {
    add(what, measured, "at most ", ceiling, measured <= ceiling, unit);
  }

  /** Something that should have run did not. */
  void failed(String what, String why) {
    verdicts.add(new Verdict(what, why, "must run", false));
  }

  boolean hold() {
    return verdicts.stream().allMatch(Verdict::holds);
  }

  /** Adds the table of all verdicts, if there are any. */
  void report(Markdown report) {
    List<List<String>> rows = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      rows.add(
          List.of(
              verdict.what(),
              verdict.measured(),
              verdict.bound(),
              verdict.holds() ? "yes" : "**no**"));
    }
    if (!rows.isEmpty()) {
      report.heading(3, "Floors").table(List.of("", "measured", "bound", "holds"), rows);
    }
  }

  private void add(
      String what, double measured, String word, double bound, boolean holds, String unit) {
    verdicts.add(
        new Verdict(
            what,
            String.format(Locale.ROOT, "%.2f%s", measured, unit),
            word + String.format(Locale.ROOT, "%.2f%s", bound, unit),
            holds));
  }
}
