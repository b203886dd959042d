package io.sluice.mover;

/**
 * A sync that goes on: see {@link Mover#watch}. Its {@link #progress} is that of the batch under
 * way, its {@link #report} comes when it has ended and is the last batch's, or tells what ended it.
 * {@link #cancel} ends it at once, also in the middle of a batch. Thread-safe.
 */
public interface Watch extends Transfer {
  /** Carries what has changed until now, then ends. Returns at once. */
  void finish();
}
