package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.store.Entry;
import io.sluice.mover.wire.Fields;

/** An entry of a tree whose content is awaited. */
record Wanted(ReplicaFolder folder, Entry entry, Change change, BatchReader.First first) {
  /** The entry as it was when its content was read. */
  Entry now(Attributes read) {
    if (read.type() != Attributes.Type.FILE) {
      throw new Fields.MalformedException("a file of a tree turned into something else");
    }
    return new Entry(entry.name(), read, entry.links(), read.size(), 0, 0, null, entry.xattrs());
  }
}
