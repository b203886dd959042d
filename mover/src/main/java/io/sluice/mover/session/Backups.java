package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Earlier;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.FolderNames;
import io.sluice.mover.store.Replica;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Keeps what a sync replaces or deletes, as {@code rsync --backup} does: each entry that is no
 * folder under its path and name with a suffix, in its own folder or below another one. It gets its
 * second name by a link, so that there is no moment at which it has none. Thread-safe.
 */
final class Backups implements Closeable {
  private static final int EPERM = 1;
  private static final int EXDEV = 18;
  private static final int EMLINK = 31;

  private final Earlier earlier;
  private final Opener opener;
  private Replica other;

  /** Folders that backups went into lately, by the paths of those they are of. */
  private final RecentFolders known = new RecentFolders();

  /** Opens the folder for backups. */
  interface Opener {
    Replica open() throws IOException;
  }

  /** {@code earlier} says that backups are kept. */
  Backups(Earlier earlier, Opener opener) {
    this.earlier = earlier;
    this.opener = opener;
  }

  /** Whether a name looks like one that a backup in the same folder has: it is never deleted. */
  boolean isBackup(BytePath name) {
    if (earlier.folder() != null) {
      return false;
    }
    BytePath suffix = earlier.suffix();
    int start = name.length() - suffix.length();
    boolean ends = start > 0;
    for (int i = 0; ends && i < suffix.length(); i++) {
      ends = name.at(start + i) == suffix.at(i);
    }
    return ends;
  }

  /** Opens the folder for backups, if it is another; else, and where it is not there, null. */
  synchronized Replica folder() throws StoreException {
    if (other == null && earlier.folder() != null) {
      try {
        other = opener.open();
      } catch (StoreException e) {
        throw e;
      } catch (IOException e) {
        throw new StoreException(earlier.folder(), 0, String.valueOf(e.getMessage()));
      }
    }
    return other;
  }

  /** Gives what is there, and is no folder, its name as a backup, by which an older one goes. */
  void keep(Replica replica, Folder in, BytePath name) throws StoreException {
    Replica at = earlier.folder() == null ? replica : folder();
    Folder to = earlier.folder() == null ? in : below(replica, in);
    byte[] bytes = name.bytes();
    byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + earlier.suffix().length());
    System.arraycopy(earlier.suffix().bytes(), 0, longer, bytes.length, earlier.suffix().length());
    BytePath as = BytePath.of(longer);
    try {
      at.hardLink(in, name, to, as);
    } catch (StoreException e) {
      if (e.errno() == EXDEV) {
        throw new StoreException(
            in.path(name), EXDEV, "its backup would be on another file system: nothing was done");
      }
      if (e.errno() != EPERM && e.errno() != EMLINK) {
        throw e;
      }
      at.move(in, name, to, as);
    }
  }

  /** The folder for backups of a folder's entries; made like it where it is not there. */
  private synchronized Folder below(Replica replica, Folder in) throws StoreException {
    Deque<Folder> missing = new ArrayDeque<>();
    Folder from = in;
    Folder at = null;
    while (at == null) {
      at = from.parent() == null ? folder().tree().root() : known.get(from.path());
      if (at == null) {
        missing.push(from);
        from = from.parent();
      }
    }
    for (Folder next : missing) {
      boolean isNew = folder().entry(at, next.name()) == null;
      Folder made = folder().makeFolder(at, next.name());
      if (isNew) {
        folder().finish(made, open(replica.self(next)));
      }
      known.put(next.path(), made);
      at = made;
    }
    return at;
  }

  /** The same, open for its owner, who has more to put there. */
  private static Entry open(Entry entry) {
    Attributes a = entry.attributes();
    Attributes open =
        new Attributes(
            a.type(),
            a.size(),
            a.mode() | 0700,
            a.uid(),
            a.gid(),
            a.modifiedSeconds(),
            a.modifiedNanos(),
            a.device(),
            a.inode());
    return new Entry(
        entry.name(), open, entry.links(), entry.allocated(), 0, 0, null, entry.xattrs());
  }

  /**
   * Keeps what another entry replaces; it must be gone only if it is a folder.
   *
   * @param there what is there, or {@code null}
   */
  void giveWay(Replica replica, Folder in, Entry there) throws StoreException {
    if (there == null) {
      return;
    }
    if (!there.isFolder()) {
      keep(replica, in, there.name());
    } else if (!retire(replica, in, there.name())) {
      throw new StoreException(
          in.path(there.name()), 0, "is a folder with backups in it, which stay where they are");
    }
  }

  /** A folder that goes, and what is still in it. */
  private record Going(Folder folder, Deque<BytePath> folders) {}

  /**
   * Removes what is there, and keeps it: of a folder all that is in it, by its path. A folder with
   * backups in it stays.
   *
   * @return whether it is gone
   */
  boolean retire(Replica replica, Folder in, BytePath name) throws StoreException {
    Entry there = replica.entry(in, name);
    if (there == null) {
      return true;
    }
    if (!there.isFolder()) {
      keep(replica, in, name);
      replica.remove(in, name);
      return true;
    }
    boolean gone = false;
    Deque<Going> path = new ArrayDeque<>();
    path.push(empty(replica, in.child(name)));
    while (!path.isEmpty()) {
      Going going = path.peek();
      BytePath deeper = going.folders.poll();
      if (deeper != null) {
        path.push(empty(replica, going.folder.child(deeper)));
      } else {
        path.pop();
        gone = replica.removeIfEmpty(going.folder.parent(), going.folder.name());
      }
    }
    return gone;
  }

  /** Keeps and removes what is no folder; tells the folders. */
  private Going empty(Replica replica, Folder folder) throws StoreException {
    List<BytePath> names = new ArrayList<>();
    FolderNames.tell(
        folder,
        (name, ours) -> {
          if (ours) {
            replica.removeLeftover(folder, name);
          } else if (!isBackup(name)) {
            names.add(name);
          }
        });
    Deque<BytePath> folders = new ArrayDeque<>();
    for (BytePath name : names) {
      Entry there = replica.entry(folder, name);
      if (there != null && there.isFolder()) {
        folders.add(name);
      } else if (there != null) {
        keep(replica, folder, name);
        replica.remove(folder, name);
      }
    }
    return new Going(folder, folders);
  }

  @Override
  public synchronized void close() {
    if (other != null) {
      other.close();
    }
  }
}
