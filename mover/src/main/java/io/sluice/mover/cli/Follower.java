package io.sluice.mover.cli;

import io.sluice.mover.Progress;
import io.sluice.mover.Report;
import io.sluice.mover.Transfer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Watches a transfer to its end: shows progress, and when a signal comes cancels it, tells how to
 * go on, and lets the process end within two seconds whatever still hangs.
 */
final class Follower implements AutoCloseable {
  /** Of the two seconds, what a transfer has to come to rest; the others are for the JVM to end. */
  private static final long REST_MILLIS = 1500;

  private final Terminal terminal;
  private final Output output;
  private final boolean dryRun;
  private final Signals signals = new Signals(this::stop);
  private final CountDownLatch reported = new CountDownLatch(1);
  private volatile Transfer transfer;
  private volatile boolean stopped;
  private volatile Runnable sweep = () -> {};

  Follower(Terminal terminal, Output output) {
    this(terminal, output, false);
  }

  Follower(Terminal terminal, Output output, boolean dryRun) {
    this.terminal = terminal;
    this.output = output;
    this.dryRun = dryRun;
  }

  /** What a signal's coming leaves to be done, after the transfer. */
  void sweepBy(Runnable action) {
    sweep = action;
  }

  /**
   * Waits for the end of {@code running}.
   *
   * @return the status to exit with
   */
  int follow(Transfer running) {
    transfer = running;
    if (stopped) {
      running.cancel();
    }
    Report report = watch(running);
    new ReportPrinter(terminal, output, dryRun).print(report);
    reported.countDown();
    return report.exitStatus();
  }

  private Report watch(Transfer running) {
    ProgressView view = output.progressOn(terminal);
    var report = running.report().toCompletableFuture();
    try {
      while (true) {
        try {
          return report.get(view.everyMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          view.show(running.progress());
        } catch (InterruptedException e) {
          running.cancel();
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a transfer ended without a report", e.getCause());
    } finally {
      view.end();
    }
  }

  private void stop() {
    stopped = true;
    Transfer running = transfer;
    if (running == null) {
      terminal.complain("stopped before anything was moved");
    } else {
      // Before it ends, because what comes after counts whole files only.
      Progress landed = running.progress();
      running.cancel();
      awaitReport();
      terminal.complain(howToGoOn(landed));
    }
    sweep.run();
  }

  private void awaitReport() {
    try {
      if (!reported.await(REST_MILLIS, TimeUnit.MILLISECONDS)) {
        terminal.clearBar();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String howToGoOn(Progress progress) {
    String total = progress.totalBytes() > 0 ? " of " + Amounts.bytes(progress.totalBytes()) : "";
    return "stopped; "
        + Amounts.bytes(progress.bytes())
        + total
        + " have landed. Run the same command again to go on from there.";
  }

  @Override
  public void close() {
    signals.close();
  }
}
