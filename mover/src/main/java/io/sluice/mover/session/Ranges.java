package io.sluice.mover.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of byte ranges; neighbours melt into one. Not thread-safe. */
final class Ranges {
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  /** Adds a range. */
  void add(long start, long end) {
    if (start >= end) {
      return;
    }
    long from = start;
    long to = end;
    Map.Entry<Long, Long> before = ends.floorEntry(from);
    if (before != null && before.getValue() >= from) {
      from = before.getKey();
      to = Math.max(to, before.getValue());
    }
    Map.Entry<Long, Long> after = ends.ceilingEntry(from);
    while (after != null && after.getKey() <= to) {
      to = Math.max(to, after.getValue());
      ends.remove(after.getKey());
      after = ends.ceilingEntry(from);
    }
    ends.put(from, to);
  }

  /** Takes a range out. */
  void remove(long start, long end) {
    if (start >= end) {
      return;
    }
    List<long[]> rest = new ArrayList<>();
    Map.Entry<Long, Long> at = ends.floorEntry(start);
    if (at == null || at.getValue() <= start) {
      at = ends.higherEntry(start);
    }
    while (at != null && at.getKey() < end) {
      ends.remove(at.getKey());
      if (at.getKey() < start) {
        rest.add(new long[] {at.getKey(), start});
      }
      if (at.getValue() > end) {
        rest.add(new long[] {end, at.getValue()});
      }
      at = ends.ceilingEntry(at.getKey());
    }
    for (long[] one : rest) {
      ends.put(one[0], one[1]);
    }
  }

  /** Whether every byte of the range is in it. */
  boolean contains(long start, long end) {
    if (start >= end) {
      return true;
    }
    Map.Entry<Long, Long> at = ends.floorEntry(start);
    return at != null && at.getValue() >= end;
  }

  /** Whether any byte of the range is in it. */
  boolean touches(long start, long end) {
    Map.Entry<Long, Long> at = ends.lowerEntry(end);
    return start < end && at != null && at.getValue() > start;
  }

  /** Number of ranges after melting. */
  int size() {
    return ends.size();
  }
}
