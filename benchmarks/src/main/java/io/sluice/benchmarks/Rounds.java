// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets contestants copy in turn, so that whatever else happens on the machine meets them all alike.
 */
final class Rounds {
  private final Workload workload;

  Rounds(Workload workload) {
    this.workload = workload;
  }

  /** Each contestant copies the file once, unmeasured, and its copy is compared. */
  void warmUp(List<Contestant> contestants, String file) {
    contestants.forEach(contestant -> verified(contestant, file));
  }

  /** In each round every contestant copies the file once, in an order that shifts by one. */
  Map<Contestant, Series> run(List<Contestant> contestants, String file, int rounds) {
    Map<Contestant, Series> all = new LinkedHashMap<>();
    contestants.forEach(contestant -> all.put(contestant, new Series()));
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < contestants.size(); i++) {
        Contestant contestant = contestants.get((i + round) % contestants.size());
        all.get(contestant).add(once(contestant, file));
      }
    }
    return all;
  }

  /** One copy into nothing; the copy is removed. */
  Usage once(Contestant contestant, String file) {
    workload.clear(file);
    workload.settle(file);
    Usage usage = contestant.copier().copy(file);
    workload.clear(file);
    return usage;
  }

  /** One copy into nothing, compared and removed. */
  Usage verified(Contestant contestant, String file) {
    workload.clear(file);
    Usage usage = contestant.copier().copy(file);
    workload.verify(file, contestant);
    workload.clear(file);
    return usage;
  }
}
