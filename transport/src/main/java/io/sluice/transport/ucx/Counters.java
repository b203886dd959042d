package io.sluice.transport.ucx;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counts of one event loop: written by its thread only, read by any. */
final class Counters {
  private static final Set<Counters> LIVE = ConcurrentHashMap.newKeySet();
  private static final Map<Counter, AtomicLong> ENDED = zeros();

  private final Map<Counter, AtomicLong> values = zeros();

  Counters() {
    LIVE.add(this);
  }

  private static Map<Counter, AtomicLong> zeros() {
    Map<Counter, AtomicLong> zeros = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      zeros.put(counter, new AtomicLong());
    }
    return zeros;
  }

  void add(Counter counter, long amount) {
    AtomicLong value = values.get(counter);
    value.setOpaque(value.getPlain() + amount);
  }

  /** The loop has ended: its counts go on in the sum. */
  void retire() {
    if (LIVE.remove(this)) {
      values.forEach((counter, value) -> ENDED.get(counter).addAndGet(value.get()));
    }
  }

  /** The sum over all event loops that this process ever had. */
  static long sum(Counter counter) {
    long sum = ENDED.get(counter).get();
    for (Counters counters : LIVE) {
      sum += counters.values.get(counter).getOpaque();
    }
    return sum;
  }
}
