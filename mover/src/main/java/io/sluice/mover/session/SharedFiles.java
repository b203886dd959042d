package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.Replica;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Earlier replicas whose files become files of this one, as {@code rsync --link-dest} does.
 * Thread-safe.
 */
final class SharedFiles implements Closeable {
  private static final int EPERM = 1;
  private static final int EXDEV = 18;
  private static final int EMLINK = 31;

  private final List<Replica> replicas = new ArrayList<>();

  /** Whether a file of an earlier replica is in all that counts what an entry shall be. */
  interface Alike {
    boolean test(Folder in, Entry there) throws IOException;
  }

  /**
   * Opens them.
   *
   * @return those that are not there
   */
  List<BytePath> open(TreeDestination destination, List<BytePath> paths) throws IOException {
    List<BytePath> missing = new ArrayList<>();
    for (BytePath path : paths) {
      Replica replica = destination.other(path, false);
      if (replica == null) {
        missing.add(path);
      } else {
        replicas.add(replica);
      }
    }
    return missing;
  }

  List<Replica> replicas() {
    return replicas;
  }

  /** Where in them a folder of the replica lies; its ancestors are looked up once. */
  private List<Folder> folders(ReplicaFolder folder) throws StoreException {
    List<Folder> found = folder.earlier;
    if (found != null) {
      return found;
    }
    found = new ArrayList<>();
    if (folder.parent == null) {
      for (Replica replica : replicas) {
        found.add(replica.tree().root());
      }
    } else {
      List<Folder> above = folders(folder.parent);
      for (int i = 0; i < replicas.size(); i++) {
        Folder in = above.get(i);
        Entry there = in == null ? null : replicas.get(i).entry(in, folder.entry.name());
        found.add(there != null && there.isFolder() ? in.child(folder.entry.name()) : null);
      }
    }
    folder.earlier = found;
    return found;
  }

  /** Where an entry is that is alike, or {@code null}. */
  Found find(ReplicaFolder folder, BytePath name, Alike alike) throws IOException {
    List<Folder> folders = folders(folder);
    for (int i = 0; i < folders.size(); i++) {
      Folder in = folders.get(i);
      Entry there = in == null ? null : replicas.get(i).entry(in, name);
      if (there != null && !there.isFolder() && alike.test(in, there)) {
        return new Found(in, there);
      }
    }
    return null;
  }

  /**
   * An entry of an earlier replica.
   *
   * @param in its folder there
   * @param entry what it is
   */
  record Found(Folder in, Entry entry) {
    boolean is(Entry other) {
      return other != null
          && other.attributes().inode() == entry.attributes().inode()
          && other.attributes().device() == entry.attributes().device();
    }

    /** Makes it an entry of the replica too; false where the file system will not have it. */
    boolean link(Replica replica, Folder to) throws StoreException {
      try {
        replica.hardLink(in, entry.name(), to, entry.name());
        return true;
      } catch (StoreException e) {
        if (e.errno() == EXDEV || e.errno() == EMLINK || e.errno() == EPERM) {
          return false;
        }
        throw e;
      }
    }
  }

  @Override
  public void close() {
    replicas.forEach(Replica::close);
  }
}
