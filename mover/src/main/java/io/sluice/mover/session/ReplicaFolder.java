package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A folder of the replica that is being filled. It is made when it is first needed, by whichever
 * thread needs it, and finished when nothing in it is under way any more.
 */
final class ReplicaFolder {
  final long id;
  final ReplicaFolder parent;
  final Entry entry;

  /** Names that were told; {@code null} where nobody asks. Written by the control's thread only. */
  final NameSet told;

  /** Whether the source's folder could be read to its end; set before its last hold is let go. */
  volatile boolean complete;

  /** What keeps it from being finished: entries and folders in it, and the sender's last word. */
  final AtomicInteger holds = new AtomicInteger(1);

  /** Where it lies in earlier replicas; {@code null} where nobody has looked. */
  volatile List<Folder> earlier;

  private volatile Made made;
  private StoreException failure;
  private boolean failureTold;

  ReplicaFolder(long id, ReplicaFolder parent, Entry entry, boolean tellsNames) {
    this.id = id;
    this.parent = parent;
    this.entry = entry;
    this.told = tellsNames ? new NameSet() : null;
  }

  /** Makes a folder, or finds it. */
  interface Maker {
    Made make(ReplicaFolder folder) throws StoreException;
  }

  /**
   * A folder of the replica.
   *
   * @param folder the folder; {@code null} where it is not there and not made, in a dry run
   * @param isNew whether nothing can be in it
   * @param change what was done, or will have been when it is finished
   */
  record Made(Folder folder, boolean isNew, Change change) {}

  /** Whether it is there, and so are those above it. */
  boolean isMade() {
    return made != null;
  }

  /** Makes it if nobody has yet; fails as often as asked where that failed. */
  synchronized void prepare(Maker maker) throws StoreException {
    if (made == null && failure == null) {
      try {
        made = maker.make(this);
      } catch (StoreException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The folder, after {@link #prepare}; {@code null} where it is not there, in a dry run. */
  Folder folder() {
    return made.folder();
  }

  /** Whether nothing can be in it that this session did not put there. */
  boolean isNew() {
    return made.isNew();
  }

  /** What was done to it, or will have been. */
  Change change() {
    return made.change();
  }

  /**
   * Whether a failure is to be told: one that comes from a folder which can't be used comes with
   * each entry below it.
   */
  boolean isNews(IOException e) {
    for (ReplicaFolder at = this; at != null; at = at.parent) {
      synchronized (at) {
        if (at.failure == e) {
          boolean news = !at.failureTold;
          at.failureTold = true;
          return news;
        }
      }
    }
    return true;
  }

  /** The path from the root of a name in it, or of itself where the name is {@code null}. */
  BytePath path(BytePath name) {
    Deque<BytePath> names = new ArrayDeque<>();
    if (name != null) {
      names.push(name);
    }
    for (ReplicaFolder at = this; at.parent != null; at = at.parent) {
      names.push(at.entry.name());
    }
    BytePath path = BytePath.of("");
    for (BytePath one : names) {
      path = path.resolve(one);
    }
    return path;
  }
}
