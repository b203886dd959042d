package io.sluice.mover.session;

import io.sluice.mover.Place;

/** Finds the server for a place: a daemon, or one that is started for the time of a transfer. */
public interface Reach {
  /** A server that was reached; closing it ends what was started for it. */
  interface Reached extends AutoCloseable {
    Endpoint endpoint();

    @Override
    default void close() {}
  }

  /**
   * Finds it; may block.
   *
   * @throws SessionException where there is no way to it
   */
  Reached reach(Place place) throws SessionException;
}
