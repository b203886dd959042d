package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import java.io.IOException;

/** The files that a sender is to send, in order. */
interface Feed {
  /** How many there are. */
  int count();

  /** Whether {@link #count} may still grow: then the sender does not end the session. */
  default boolean mayGrow() {
    return false;
  }

  /** What is said of one with its entry: 0, or which entry of a tree it is. */
  default long reference(int index) {
    return 0;
  }

  /** Opens one; on a thread that may block. */
  Source open(int index) throws IOException;

  /** Its path on this side, for messages. */
  BytePath path(int index);

  /** Its name at the destination. */
  BytePath name(int index);
}
