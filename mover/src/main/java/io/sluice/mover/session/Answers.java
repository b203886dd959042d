package io.sluice.mover.session;

import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.wire.Fields;
import java.util.List;

/** What a receiver says to each record of a batch, a byte each. */
final class Answers {
  /** The content is wanted; nothing of that name is there. */
  static final int WANTED_NEW = 100;

  /** The content is wanted in place of what is there. */
  static final int WANTED_OTHER = 101;

  /** The record needs no answer. */
  static final int NOTHING = 102;

  /** Changes by the numbers that stand for them. */
  private static final List<Change> CHANGES =
      List.of(
          Change.SAME,
          Change.CREATED,
          Change.REPLACED,
          Change.METADATA,
          Change.LINKED,
          Change.DELETED,
          Change.SKIPPED,
          Change.FAILED);

  private Answers() {}

  static int of(Change change) {
    return CHANGES.indexOf(change);
  }

  static boolean isWanted(int answer) {
    return answer == WANTED_NEW || answer == WANTED_OTHER;
  }

  /** What it means for an entry that is settled by it. */
  static Change change(int answer) {
    if (answer < 0 || answer >= CHANGES.size()) {
      throw new Fields.MalformedException("an unknown answer to an entry: " + answer);
    }
    return CHANGES.get(answer);
  }
}
