package io.sluice.mover.session;

import io.sluice.mover.Failure;
import io.sluice.mover.Progress;
import io.sluice.mover.Report;
import io.sluice.mover.rail.Rail;
import io.sluice.mover.wire.Spent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a transfer counts, over all of its sessions. Thread-safe. */
final class Tally {
  /** Failures beyond this are counted, not listed. */
  private static final int MOST_LISTED = 10_000;

  final long start = System.nanoTime();
  final AtomicLong bytes = new AtomicLong();

  /** Written at the destination, of extents that are not acknowledged. */
  final AtomicLong partial = new AtomicLong();

  final AtomicLong resumed = new AtomicLong();
  final AtomicLong total = new AtomicLong();
  final AtomicLong files = new AtomicLong();
  final AtomicLong skipped = new AtomicLong();
  final AtomicLong corrupt = new AtomicLong();
  final AtomicLong retries = new AtomicLong();
  final AtomicInteger streams = new AtomicInteger();
  final AtomicInteger mostStreams = new AtomicInteger();
  final TreeTally tree = new TreeTally();
  final long totalFiles;
  volatile long progressAt = System.nanoTime();
  volatile Progress.Phase phase = Progress.Phase.CONNECTING;
  private volatile boolean again;
  private final List<Failure> failures = new ArrayList<>();
  private final Map<Rail, Long> carried = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private long unlisted;
  private Spent here = Spent.NONE;
  private Spent there = Spent.NONE;

  Tally(long totalFiles) {
    this.totalFiles = totalFiles;
  }

  synchronized void fail(Failure failure) {
    if (failures.size() < MOST_LISTED) {
      failures.add(failure);
    } else {
      unlisted++;
    }
  }

  synchronized void warn(List<String> more) {
    for (String warning : more) {
      if (!warnings.contains(warning) && warnings.size() < MOST_LISTED) {
        warnings.add(warning);
      }
    }
  }

  synchronized List<Failure> failures() {
    List<Failure> all = new ArrayList<>(failures);
    if (unlisted > 0) {
      all.add(
          new Failure(Failure.Kind.FILE, "here", null, unlisted + " more failures, not listed"));
    }
    return all;
  }

  synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Content bytes went over a rail. */
  synchronized void carried(Rail rail, long more) {
    carried.merge(rail, more, Long::sum);
  }

  /** The rails that data went over, busiest first. */
  synchronized List<Report.Rail> rails() {
    return carried.entrySet().stream()
        .sorted(Map.Entry.<Rail, Long>comparingByValue().reversed())
        .map(
            one ->
                new Report.Rail(
                    one.getKey().local().getHostAddress(),
                    one.getKey().remote().getHostAddress(),
                    one.getKey().link(),
                    one.getKey().bitsPerSecond(),
                    one.getValue()))
        .toList();
  }

  void arrived(long more, long moreResumed) {
    bytes.addAndGet(more);
    resumed.addAndGet(moreResumed);
    progressAt = System.nanoTime();
    phase = Progress.Phase.MOVING;
  }

  void partial(long change) {
    partial.addAndGet(change);
    if (change > 0) {
      progressAt = System.nanoTime();
      phase = Progress.Phase.MOVING;
    }
  }

  /** A session was lost: what is not complete is told again by the next. */
  void restart() {
    retries.incrementAndGet();
    tree.reset();
    phase = Progress.Phase.CONNECTING;
    again = true;
  }

  /** Whether a session was lost. */
  boolean isAgain() {
    return again;
  }

  void streams(int change) {
    int now = streams.addAndGet(change);
    mostStreams.accumulateAndGet(now, Math::max);
  }

  synchronized void spent(Spent mine, Spent theirs) {
    here = add(here, mine);
    there = add(there, theirs);
  }

  synchronized Spent here() {
    return here;
  }

  synchronized Spent there() {
    return there;
  }

  private static Spent add(Spent a, Spent b) {
    return new Spent(
        Math.max(a.streams(), b.streams()),
        a.nanos() + b.nanos(),
        a.disk() + b.disk(),
        a.wire() + b.wire(),
        a.idle() + b.idle(),
        a.limited() + b.limited(),
        a.completing() + b.completing(),
        a.cpu() + b.cpu(),
        Math.max(a.processors(), b.processors()),
        a.wireBytes() + b.wireBytes());
  }

  Progress progress() {
    return new Progress(
        phase,
        Math.max(0, bytes.get() + partial.get()),
        total.get(),
        resumed.get(),
        files.get(),
        totalFiles,
        streams.get(),
        System.nanoTime() - start);
  }
}
