package io.sluice.mover.store;

import java.util.Map;
import java.util.TreeMap;

/** Which ranges of a file hold what they should. Neighbours become one. Thread-safe. */
final class Covered {
  /** Ends by starts. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  /** Takes a gap. */
  interface Gap {
    void at(long offset, long length) throws java.io.IOException;
  }

  synchronized void add(long offset, long length) {
    long start = offset;
    long end = offset + length;
    Map.Entry<Long, Long> before = ranges.floorEntry(start);
    if (before != null && before.getValue() >= start) {
      start = before.getKey();
      end = Math.max(end, before.getValue());
    }
    Map.Entry<Long, Long> next = ranges.higherEntry(start);
    while (next != null && next.getKey() <= end) {
      end = Math.max(end, next.getValue());
      ranges.remove(next.getKey());
      next = ranges.higherEntry(start);
    }
    ranges.put(start, end);
  }

  /** Tells what is not covered of the first {@code size} bytes. */
  synchronized void gaps(long size, Gap gap) throws java.io.IOException {
    long at = 0;
    for (Map.Entry<Long, Long> range : ranges.entrySet()) {
      if (range.getKey() > at) {
        gap.at(at, Math.min(range.getKey(), size) - at);
      }
      at = Math.max(at, range.getValue());
    }
    if (at < size) {
      gap.at(at, size - at);
    }
  }
}
