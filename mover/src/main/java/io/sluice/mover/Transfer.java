package io.sluice.mover;

import java.util.concurrent.CompletionStage;

/**
 * A running copy. Its report comes when every thread and descriptor of it is at rest; the stage
 * always completes normally, also for a copy that failed: failures are in the report.
 */
public interface Transfer {
  /** How far it is. Cheap; any thread. */
  Progress progress();

  /**
   * Ends it soon: what has landed stays for a later session to resume, the final name is untouched.
   * The report then has a failure of kind {@link Failure.Kind#CANCELLED}. Returns at once.
   */
  void cancel();

  /** Completes with the report. Continuations run on a thread of the mover: keep them short. */
  CompletionStage<Report> report();

  /** Waits for the report; an interrupt cancels the transfer and goes on waiting. */
  default Report await() {
    boolean interrupted = false;
    var future = report().toCompletableFuture();
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
          cancel();
        } catch (java.util.concurrent.ExecutionException e) {
          throw new IllegalStateException("a transfer ended without a report", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
