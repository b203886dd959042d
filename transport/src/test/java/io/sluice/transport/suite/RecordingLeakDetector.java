package io.sluice.transport.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps what Netty reports as leaked, so that a test can fail for it. Netty makes one for each kind
 * of resource where the system property {@code io.netty.customResourceLeakDetector} names it.
 *
 * @param <T> the kind of resource
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {
  private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();
  private static final String CANARY = "a buffer lost on purpose, number ";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Called by Netty. */
  public RecordingLeakDetector(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  @Override
  protected boolean needReport() {
    return true;
  }

  @Override
  protected void reportTracedLeak(String resourceType, String records) {
    REPORTS.add(resourceType + records);
    if (!records.contains(CANARY)) {
      super.reportTracedLeak(resourceType, records);
    }
  }

  @Override
  protected void reportUntracedLeak(String resourceType) {
    REPORTS.add(resourceType);
    super.reportUntracedLeak(resourceType);
  }

  /**
   * Fails where a buffer was collected before it was released. Leaks two buffers itself, one after
   * the other: once they are reported, so is everything that was lost before.
   */
  static void assertNothingLeaked() {
    List<String> leaks = new ArrayList<>();
    awaitOwnLeak(CANARY + 1, leaks);
    awaitOwnLeak(CANARY + 2, leaks);
    assertThat(leaks).as("buffers that were collected but never released").isEmpty();
  }

  private static void awaitOwnLeak(String name, List<String> others) {
    leak(name);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - deadline < 0) {
      System.gc();
      // Reports are made when the next buffer is tracked.
      PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
      boolean found = false;
      for (String report = REPORTS.poll(); report != null; report = REPORTS.poll()) {
        if (report.contains(name)) {
          found = true;
        } else {
          others.add(report);
        }
      }
      if (found) {
        return;
      }
    }
    throw new AssertionError(
        "leak detection is off: run with -Dio.netty.leakDetection.level=paranoid"
            + " -Dio.netty.customResourceLeakDetector="
            + RecordingLeakDetector.class.getName());
  }

  private static void leak(String name) {
    ByteBuf lost = PooledByteBufAllocator.DEFAULT.directBuffer(1);
    lost.touch(name);
  }
}
