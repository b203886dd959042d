package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Removes entries with all that is in them, without following a link and without recursion, however
 * deep they go.
 */
final class Removal {
  private static final Walk.Options NAMES = new Walk.Options(false, false);

  private final Tree tree;

  Removal(Tree tree) {
    this.tree = tree;
  }

  void remove(Folder in, BytePath name) throws StoreException {
    if (unlink(in, name)) {
      return;
    }
    Listing listing = new Listing(tree, NAMES);
    ArrayDeque<Emptying> path = new ArrayDeque<>();
    path.push(new Emptying(listing, in.child(name)));
    while (!path.isEmpty()) {
      Emptying emptying = path.peek();
      BytePath deeper = emptying.nextFolder();
      if (deeper != null) {
        path.push(new Emptying(listing, emptying.folder.child(deeper)));
        continue;
      }
      path.pop();
      tree.retire(emptying.folder);
      removeFolder(emptying.folder.parent(), emptying.folder.name());
    }
  }

  /**
   * A folder whose content goes. It is read again from its beginning until nothing is found in it,
   * because what is removed while a folder is read can make the reading miss something.
   */
  private final class Emptying implements Visitor {
    private final Listing listing;
    private final Folder folder;
    private final ArrayDeque<BytePath> folders = new ArrayDeque<>();
    private boolean found;

    Emptying(Listing listing, Folder folder) {
      this.listing = listing;
      this.folder = folder;
    }

    /** Removes what is no folder; the next folder that must be gone into, or {@code null}. */
    BytePath nextFolder() throws StoreException {
      do {
        if (!folders.isEmpty()) {
          return folders.poll();
        }
        found = false;
        Walk.Level level = new Walk.Level(folder, null, null);
        while (!level.ended && folders.isEmpty()) {
          read(level);
        }
      } while (found);
      return null;
    }

    private void read(Walk.Level level) throws StoreException {
      try {
        listing.readBlock(level, this);
      } catch (StoreException e) {
        throw e;
      } catch (IOException e) {
        throw new IllegalStateException("nothing else is thrown here", e);
      }
    }

    @Override
    public boolean entry(Folder in, Entry entry) throws StoreException {
      found = true;
      if (entry.isFolder()) {
        folders.add(entry.name());
      } else {
        unlink(in, entry.name());
      }
      return false;
    }

    @Override
    public void leftover(Folder in, BytePath name) throws StoreException {
      found = true;
      unlink(in, name);
    }

    @Override
    public void failed(Folder in, BytePath name, StoreException cause) throws StoreException {
      if (cause.errno() != Errno.ENOENT) {
        throw cause;
      }
    }
  }

  /** Removes what is no folder; whether it is gone. */
  private boolean unlink(Folder in, BytePath name) throws StoreException {
    int dir = tree.acquire(in);
    try {
      int done = NameCalls.unlink(dir, name.bytes(), 0);
      if (done == -Errno.EISDIR) {
        return false;
      }
      if (done < 0 && done != -Errno.ENOENT) {
        throw in.failure(name, done);
      }
      return true;
    } finally {
      tree.release(in);
    }
  }

  private void removeFolder(Folder in, BytePath name) throws StoreException {
    if (!removeIfEmpty(in, name)) {
      throw in.failure(name, -Errno.ENOTEMPTY);
    }
  }

  /** Removes a folder if nothing is in it; whether it is gone. */
  boolean removeIfEmpty(Folder in, BytePath name) throws StoreException {
    int dir = tree.acquire(in);
    try {
      int done = NameCalls.unlink(dir, name.bytes(), Posix.AT_REMOVEDIR);
      if (done == -Errno.ENOTEMPTY) {
        return false;
      }
      if (done < 0 && done != -Errno.ENOENT) {
        throw in.failure(name, done);
      }
      return true;
    } finally {
      tree.release(in);
    }
  }

  /** Removes a part or journal, unless its lock says that a copy is at it. */
  void removeLeftover(Folder in, BytePath name) throws StoreException {
    if (!Names.isOurs(name.bytes())) {
      throw new StoreException(in.shown(name), Errno.EINVAL, "is not left from a copy");
    }
    int dir = tree.acquire(in);
    try {
      int flags = Posix.O_RDWR | Posix.O_NOFOLLOW | Posix.O_NONBLOCK;
      int fd = Posix.open(dir, name.bytes(), flags, 0);
      if (fd < 0) {
        return;
      }
      try {
        if (Posix.lock(fd) == 0) {
          NameCalls.unlink(dir, name.bytes(), 0);
        }
      } finally {
        Posix.close(fd);
      }
    } finally {
      tree.release(in);
    }
  }
}
