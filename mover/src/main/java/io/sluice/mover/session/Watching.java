package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Failure;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Progress;
import io.sluice.mover.Report;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.Transfer;
import io.sluice.mover.TreeCounts;
import io.sluice.mover.Watch;
import io.sluice.mover.store.Changes;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.store.Tree;
import io.sluice.mover.store.TreeWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Syncs all of a tree and then, batch by batch, what changes in it. Each batch is a transfer of its
 * own, so a server may come and go between two. What failed is tried again with everything else,
 * after a while that grows.
 */
final class Watching implements Watch, Runnable {
  /** A batch goes when so long nothing has changed, or when the other time is over. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final long FIRST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final String REMOTE =
      "only a folder of this host can be watched: run it where the source is";

  private final Client client;
  private final FileStore store;
  private final Options options;
  private final Work work;
  private final CompletableFuture<Report> report = new CompletableFuture<>();

  // Of the thread that runs it.
  private long unreachableSince;
  private long retryNanos = FIRST_RETRY_NANOS;
  private long retryAt;
  private Report unsettled;

  // Guarded by this.
  private Transfer batch;
  private TreeWatch watch;
  private boolean finishing;
  private boolean cancelled;

  /**
   * What is watched.
   *
   * @param source a folder of this host
   * @param destination where to
   * @param options how
   * @param listener hears of each entry of each batch
   * @param batches hears of each batch
   */
  record Work(
      Place source,
      Place destination,
      SyncOptions options,
      SyncListener listener,
      Consumer<Report> batches) {}

  Watching(Client client, FileStore store, Options options, Work work) {
    this.client = client;
    this.store = store;
    this.options = options;
    this.work = work;
  }

  @Override
  public void run() {
    Report last;
    try {
      last = work.source().isLocal() ? watch() : failed(Failure.Kind.USAGE, null, REMOTE);
    } catch (StoreException e) {
      last = failed(Failure.Kind.FILE, e.path(), e.reason());
    } catch (IOException | IllegalStateException e) {
      last = failed(Failure.Kind.SESSION, null, e.getMessage());
    } catch (RuntimeException | Error e) {
      last = failed(Failure.Kind.SESSION, null, "a defect: " + e);
    }
    report.complete(last);
  }

  private Report watch() throws IOException {
    BytePath path = work.source().path();
    try (Tree tree = store.tree(path.isEmpty() ? BytePath.of(".") : path);
        TreeWatch opened =
            new TreeWatch(
                tree, work.options().oneFileSystem(), work.options().selection()::excludes)) {
      synchronized (this) {
        watch = opened;
      }
      opened.start();
      Thread reader = new Thread(this::read, "sluice-watch");
      reader.setDaemon(true);
      reader.start();
      try {
        return carryOn(tree, opened);
      } finally {
        synchronized (this) {
          watch = null;
        }
        opened.wakeUp();
        join(reader);
      }
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes in what the kernel tells, also during a batch, so that its queue does not overflow. */
  private void read() {
    while (true) {
      TreeWatch now;
      synchronized (this) {
        now = watch;
      }
      if (now == null) {
        return;
      }
      now.await(-1);
      now.read();
      synchronized (this) {
        notifyAll();
      }
    }
  }

  private Report carryOn(Tree tree, TreeWatch opened) throws IOException {
    Changes changes = Changes.everything();
    boolean met = false;
    while (true) {
      boolean lastOne = isFinishing();
      if (!tree.isInPlace() || opened.isGone()) {
        return failed(
            Failure.Kind.FILE,
            tree.root().name(),
            "was moved, removed or mounted over: the watch ends, and deletes nothing for it");
      }
      TreeScope scope = new TreeScope(changes);
      Report now = carry(tree, scope);
      boolean unreachable = isUnreachable(now);
      if (isCancelled() || isFatal(now) || (unreachable && (!met || lastOne || isGivenUp()))) {
        return now;
      }
      if (!unreachable) {
        met = true;
        unreachableSince = 0;
        note(now, scope);
        work.batches().accept(now);
      }
      if (scope.meetsLinks() && now.exitStatus() == 0) {
        changes = Changes.everything();
      } else if (unreachable) {
        awaitReconnecting();
        changes = Changes.everything();
      } else {
        changes = lastOne ? null : next(opened);
      }
      if (changes == null) {
        return unsettled == null ? now : unsettled;
      }
    }
  }

  /** Whether the server has been away for too long. */
  private boolean isGivenUp() {
    long now = System.nanoTime();
    unreachableSince = unreachableSince == 0 ? now : unreachableSince;
    return now - unreachableSince > options.retryFor().toNanos();
  }

  /** What failed is tried again, with everything else, later each time. */
  private void note(Report now, TreeScope scope) {
    if (now.exitStatus() != 0) {
      if (unsettled == null || scope.isAll()) {
        retryAt = System.nanoTime() + retryNanos;
        retryNanos = Math.min(2 * retryNanos, LONGEST_RETRY_NANOS);
      }
      unsettled = now;
    } else if (scope.isAll()) {
      unsettled = null;
      retryNanos = FIRST_RETRY_NANOS;
    }
  }

  /** Waits for the next batch; {@code null} where the watch ends and nothing has changed. */
  private Changes next(TreeWatch opened) throws StoreException {
    while (true) {
      awaitChanges(opened);
      boolean again = unsettled != null && System.nanoTime() - retryAt >= 0;
      boolean end = isFinishing();
      Changes next = opened.take();
      if (again && !end) {
        return Changes.everything();
      }
      if (!next.isEmpty() || opened.isGone()) {
        return next;
      }
      if (end) {
        return null;
      }
    }
  }

  private synchronized void awaitReconnecting() {
    if (!finishing) {
      pause(RECONNECT_NANOS);
    }
  }

  /** Waits for a change, then until a batch of them is there; or until it is time to try again. */
  private synchronized void awaitChanges(TreeWatch opened) {
    while (!finishing && !opened.hasChanges()) {
      long left = unsettled == null ? 0 : retryAt - System.nanoTime();
      if (unsettled != null && left <= 0) {
        return;
      }
      pause(left);
    }
    long first = System.nanoTime();
    long before = first;
    do {
      before = System.nanoTime();
      if (!finishing) {
        pause(QUIET_NANOS);
      }
    } while (!finishing
        && System.nanoTime() - before < QUIET_NANOS
        && System.nanoTime() - first < BATCH_NANOS);
  }

  /** Waits to be notified; for ever where {@code nanos} is 0. */
  @SuppressWarnings("WaitNotInLoop") // who calls it looks again why it waits
  private synchronized void pause(long nanos) {
    try {
      if (nanos == 0) {
        wait();
      } else {
        TimeUnit.NANOSECONDS.timedWait(this, nanos);
      }
    } catch (InterruptedException e) {
      cancelled = true;
      finishing = true;
    }
  }

  private Report carry(Tree tree, TreeScope scope) {
    CopyOptions copy =
        new CopyOptions(
            work.options().noClobber(), work.options().update(), work.options().makePath());
    CopyTransfer.TreeWork treeWork =
        new CopyTransfer.TreeWork(work.options(), work.listener(), scope, tree::reopened);
    Transfer running =
        client.copy(
            new CopyTransfer.Work(
                List.of(work.source()), null, work.destination(), copy, treeWork));
    synchronized (this) {
      batch = running;
      if (cancelled) {
        running.cancel();
      }
    }
    return running.await();
  }

  /** Failures of files pass; all others but an unreachable server do not. */
  private static boolean isFatal(Report report) {
    return report.failures().stream()
        .anyMatch(
            one ->
                one.kind() == Failure.Kind.USAGE
                    || one.kind() == Failure.Kind.VERIFICATION
                    || one.kind() == Failure.Kind.CANCELLED);
  }

  private static boolean isUnreachable(Report report) {
    return report.failures().stream()
        .anyMatch(one -> one.kind() == Failure.Kind.CONNECT || one.kind() == Failure.Kind.SESSION);
  }

  private synchronized boolean isFinishing() {
    return finishing;
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public synchronized Progress progress() {
    return batch == null
        ? new Progress(Progress.Phase.CONNECTING, 0, 0, 0, 0, 0, 0, 0)
        : batch.progress();
  }

  @Override
  public synchronized void finish() {
    finishing = true;
    notifyAll();
  }

  @Override
  public synchronized void cancel() {
    cancelled = true;
    finishing = true;
    if (batch != null) {
      batch.cancel();
    }
    notifyAll();
  }

  @Override
  public CompletionStage<Report> report() {
    return report.copy();
  }

  private static Report failed(Failure.Kind kind, BytePath path, String cause) {
    return new Report(
        "",
        "",
        "",
        "",
        0,
        0,
        0,
        Duration.ZERO,
        0,
        List.of(),
        new Report.Bottleneck(Report.Stage.SETUP, 0, ""),
        0,
        0,
        0,
        0,
        0,
        List.of(),
        List.of(new Failure(kind, "here", path, cause)),
        TreeCounts.NONE);
  }
}
