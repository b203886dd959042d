package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import java.io.IOException;

/** The files that a sender is to send, in order. */
interface Feed {
  /** How many there are. */
  int count();

  /** Opens one; on a thread that may block. */
  Source open(int index) throws IOException;

  /** Its path on this side, for messages. */
  BytePath path(int index);

  /** Its name at the destination. */
  BytePath name(int index);
}
