package io.sluice.transport.ucx;

/**
 * Decides how long an idle loop polls before it blocks. A wake-up by event costs 5 to 30 us, so
 * polling pays where the next frame comes sooner than that; where it does not, or where another
 * process needs the processor, polling only takes time from those who have work.
 *
 * <p>The budget grows while waits turn out short and halves while they don't. A hole in a polling
 * loop's own time means that the kernel took the processor away for someone else: then it blocks at
 * once for a while, and longer each time this happens again.
 */
final class Spin {
  /** System property: {@code adaptive} (default), {@code always} or {@code never}. */
  static final String PROPERTY = "io.sluice.transport.ucx.spin";

  private static final long MAX_NANOS = 50_000;
  private static final long MIN_NANOS = 2_000;
  private static final long HOLE_NANOS = 400_000;
  private static final long FIRST_PENALTY_NANOS = 20_000_000;
  private static final long MAX_PENALTY_NANOS = 1_000_000_000;

  /** How a loop waits. */
  enum Mode {
    /** Polls while that pays, then blocks. */
    ADAPTIVE,
    /** Never blocks: one processor for each loop, for the lowest latency. */
    ALWAYS,
    /** Always blocks. */
    NEVER;

    static Mode configured() {
      return valueOf(
          System.getProperty(PROPERTY, "adaptive").trim().toUpperCase(java.util.Locale.ROOT));
    }
  }

  private final Mode mode;
  private long budget = MAX_NANOS;
  private long penaltyUntil;
  private long penalty = FIRST_PENALTY_NANOS;
  private long lastHole;

  Spin(Mode mode) {
    this.mode = mode;
  }

  /** Nanoseconds to poll from {@code now} on. */
  long budget(long now) {
    return switch (mode) {
      case ALWAYS -> Long.MAX_VALUE;
      case NEVER -> 0;
      case ADAPTIVE -> now - penaltyUntil < 0 ? 0 : budget;
    };
  }

  /** Polling found work. */
  void found() {
    budget = Math.min(MAX_NANOS, budget + (budget >> 2));
  }

  /** Polling found nothing in its whole budget. */
  void wasted() {
    budget >>= 1;
    if (budget < MIN_NANOS) {
      budget = 0;
    }
  }

  /** The loop blocked for that long before a frame came. */
  void blocked(long nanos) {
    if (nanos < MAX_NANOS) {
      budget = Math.min(MAX_NANOS, Math.max(MIN_NANOS, budget << 1));
    }
  }

  /** Looks for a hole between two looks at the clock in one polling loop; true ends the polling. */
  boolean preempted(long before, long now) {
    if (now - before < HOLE_NANOS || mode == Mode.ALWAYS) {
      return false;
    }
    penalty =
        now - lastHole < 10 * penalty
            ? Math.min(MAX_PENALTY_NANOS, penalty * 2)
            : FIRST_PENALTY_NANOS;
    lastHole = now;
    penaltyUntil = now + penalty;
    return true;
  }
}
