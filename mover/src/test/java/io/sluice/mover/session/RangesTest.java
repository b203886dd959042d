package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RangesTest {
  /** Adds or removes a range. */
  record Step(boolean add, int start, int length) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            Arbitraries.integers().between(0, 60),
            Arbitraries.integers().between(0, 20))
        .as(Step::new)
        .list()
        .ofMaxSize(30);
  }

  @Property
  void itHoldsWhatASetOfBitsHolds(
      @ForAll("steps") List<Step> steps,
      @ForAll @net.jqwik.api.constraints.IntRange(max = 80) int from,
      @ForAll @net.jqwik.api.constraints.IntRange(max = 20) int length) {
    Ranges ranges = new Ranges();
    BitSet bits = new BitSet();
    for (Step step : steps) {
      if (step.add) {
        ranges.add(step.start, step.start + step.length);
        bits.set(step.start, step.start + step.length);
      } else {
        ranges.remove(step.start, step.start + step.length);
        bits.clear(step.start, step.start + step.length);
      }
    }
    int to = from + length;
    assertThat(ranges.contains(from, to)).isEqualTo(bits.get(from, to).cardinality() == length);
    assertThat(ranges.touches(from, to)).isEqualTo(!bits.get(from, to).isEmpty());
    int runs = 0;
    for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(bits.nextClearBit(i))) {
      runs++;
    }
    assertThat(ranges.size()).isEqualTo(runs);
  }
}
