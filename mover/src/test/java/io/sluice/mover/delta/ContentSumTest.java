package io.sluice.mover.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ContentSumTest {
  private static int sum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Property
  void theSumOfAFileComesOutOfThoseOfItsRangesInAnyOrderAndItsHoles(
      @ForAll @IntRange(max = 100_000) int size, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] file = new byte[size];
    ContentSum sum = new ContentSum();
    List<int[]> ranges = new ArrayList<>();
    for (int at = 0; at < size; ) {
      int end = Math.min(size, at + 1 + random.nextInt(20_000));
      if (random.nextInt(4) > 0) {
        for (int i = at; i < end; i++) {
          file[i] = (byte) random.nextInt();
        }
        ranges.add(new int[] {at, end});
      }
      at = end;
    }
    Collections.shuffle(ranges, random);
    ranges.forEach(one -> sum.add(one[0], one[1] - one[0], sum(file, one[0], one[1])));
    assertThat(sum.whole(size)).isEqualTo(sum(file, 0, size));
  }
}
