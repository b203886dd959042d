package io.sluice.transport.ucx;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of connections, and logs each kind of outcome once. */
final class Upgrades {
  private static final InternalLogger logger =
      InternalLoggerFactory.getInstance(UcxTransport.class);
  private static final Map<Enum<?>, LongAdder> OUTCOMES = new ConcurrentHashMap<>();

  private Upgrades() {}

  static void upgraded(Lane lane) {
    if (first(lane)) {
      logger.info("First channel over {}", Domain.of(lane).description());
    }
  }

  static void stayed(PrefaceException reason) {
    if (first(reason.fallback())) {
      logger.info("First channel over TCP, because {}", reason.getMessage());
    }
  }

  /** Counts an outcome: the two enums bound how many there are, whatever peers say. */
  private static boolean first(Enum<?> outcome) {
    LongAdder count = OUTCOMES.get(outcome);
    boolean first = count == null;
    if (first) {
      count = new LongAdder();
      LongAdder other = OUTCOMES.putIfAbsent(outcome, count);
      first = other == null;
      count = first ? count : other;
    }
    count.increment();
    return first;
  }

  /** How many connections a {@link Lane} carries, or stayed on TCP for a {@link Fallback}. */
  static long count(Enum<?> outcome) {
    LongAdder count = OUTCOMES.get(outcome);
    return count == null ? 0 : count.sum();
  }
}
