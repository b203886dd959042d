package io.sluice.mover.cli;

import io.sluice.mover.Report;
import io.sluice.mover.Watch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows what a watch does, until it ends or a signal comes; then lets it carry what has changed
 * last, as far as there is time for that.
 */
final class WatchFollower implements AutoCloseable {
  /** Of the two seconds that a signal leaves; the others are for the JVM to end. */
  private static final long REST_MILLIS = 1500;

  private final Terminal terminal;
  private final Output output;
  private final Signals signals = new Signals(this::stop);
  private final CountDownLatch reported = new CountDownLatch(1);
  private volatile Watch watch;
  private volatile Report told;

  WatchFollower(Terminal terminal, Output output) {
    this.terminal = terminal;
    this.output = output;
  }

  /** A batch has ended. */
  void batch(Report report) {
    boolean first = told == null;
    told = report;
    if (first || output.json()) {
      new ReportPrinter(terminal, output).print(report);
    } else {
      new ReportPrinter(terminal, output).printTroubles(report);
    }
    if (output.quiet() || output.json()) {
      return;
    }
    if (first) {
      terminal.print("watching; Ctrl-C ends it, after what has changed by then is there");
    } else if (!did(report).isEmpty()) {
      terminal.print(did(report));
    }
  }

  private static String did(Report report) {
    StringBuilder text = new StringBuilder(ReportPrinter.changes(report.tree()));
    if (!text.isEmpty()) {
      text.append(", ").append(Amounts.bytes(report.bytes())).append(" in ");
      text.append(Amounts.time(report.duration().toNanos() / 1e9));
    }
    return text.toString();
  }

  /**
   * Waits for the end.
   *
   * @return the status to exit with
   */
  int follow(Watch running) {
    watch = running;
    Report report = running.await();
    if (!report.equals(told)) {
      new ReportPrinter(terminal, output).print(report);
    }
    reported.countDown();
    return report.exitStatus();
  }

  private void stop() {
    Watch running = watch;
    if (running == null) {
      terminal.complain("stopped before anything was moved");
      return;
    }
    running.finish();
    boolean rest = false;
    try {
      rest = reported.await(REST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!rest) {
      running.cancel();
      terminal.complain(
          "stopped before all that has changed was there. Run the same command again to go on.");
    } else if (running.await().exitStatus() == 0) {
      terminal.complain("stopped; all that had changed by then is there");
    }
  }

  @Override
  public void close() {
    signals.close();
  }
}
