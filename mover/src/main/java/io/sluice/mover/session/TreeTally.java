package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.TreeCounts;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the entries of a tree. Thread-safe. */
final class TreeTally {
  private final Map<Attributes.Type, LongAdder> types = new EnumMap<>(Attributes.Type.class);
  private final Map<Change, LongAdder> changes = new EnumMap<>(Change.class);
  private final LongAdder extraNames = new LongAdder();
  private final LongAdder deleted = new LongAdder();

  TreeTally() {
    for (Attributes.Type type : Attributes.Type.values()) {
      types.put(type, new LongAdder());
    }
    for (Change change : Change.values()) {
      changes.put(change, new LongAdder());
    }
  }

  void settled(Attributes.Type type, boolean extraName, Change change) {
    (extraName ? extraNames : types.get(type)).increment();
    changes.get(change).increment();
  }

  void deleted(long count) {
    deleted.add(count);
  }

  /** Entries to which something was done. */
  long done() {
    long done = deleted.sum();
    for (Change change : changes.keySet()) {
      boolean none = change == Change.SAME || change == Change.SKIPPED || change == Change.FAILED;
      done += none ? 0 : changes.get(change).sum();
    }
    return done;
  }

  /** All starts over. */
  void reset() {
    types.values().forEach(LongAdder::reset);
    changes.values().forEach(LongAdder::reset);
    extraNames.reset();
  }

  TreeCounts counts() {
    return new TreeCounts(
        of(Attributes.Type.FILE),
        of(Attributes.Type.DIRECTORY),
        of(Attributes.Type.LINK),
        of(Attributes.Type.FIFO)
            + of(Attributes.Type.SOCKET)
            + of(Attributes.Type.CHARACTER_DEVICE)
            + of(Attributes.Type.BLOCK_DEVICE),
        extraNames.sum(),
        changes.get(Change.SAME).sum() + changes.get(Change.SKIPPED).sum(),
        changes.get(Change.CREATED).sum() + changes.get(Change.LINKED).sum(),
        changes.get(Change.REPLACED).sum(),
        changes.get(Change.METADATA).sum(),
        deleted.sum());
  }

  private long of(Attributes.Type type) {
    return types.get(type).sum();
  }
}
