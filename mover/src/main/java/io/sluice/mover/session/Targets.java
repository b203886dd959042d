package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.wire.Entry;
import java.io.IOException;
import java.util.List;

/**
 * Says where the files go that a receiver is offered, and opens them; on threads that may block.
 */
interface Targets {
  /**
   * A file's place.
   *
   * @param path its final name
   * @param sink where its bytes go, or {@code null} where an option says to leave alone what is
   *     there
   */
  record Place(BytePath path, Sink sink) {}

  /**
   * Opens the place of a file.
   *
   * @param reference what the sender said besides the entry: 0, or which entry of a tree it is
   */
  Place open(long reference, Entry entry) throws IOException;

  /** A file that was opened, or could not be, is done; not told where the sender gives it up. */
  default void done(long reference, boolean complete, List<String> warnings) {}
}
