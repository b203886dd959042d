package io.sluice.mover.fault;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that nobody announces. */
public final class Await {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final long STEP_NANOS = 5_000_000;

  private Await() {}

  /** Returns as soon as the condition holds; fails, naming it, where it does not for long. */
  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited in vain until " + what);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}
