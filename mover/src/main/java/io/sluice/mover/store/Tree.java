package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder and all below it, reached by descriptors. Keeps a bounded number of folders open.
 * Thread-safe. Closing it closes all descriptors; it must not be used any more then.
 */
public final class Tree implements Closeable {
  /** Descriptors that are kept open, unless more are in use at once. */
  static final int OPEN_LIMIT = 256;

  private static final byte[] HERE = {'.'};
  private static final int FOLDER =
      Posix.O_RDONLY | Posix.O_DIRECTORY | Posix.O_NOFOLLOW | Posix.O_NONBLOCK;

  private final Folder root;
  private final Look look;
  private final AtomicLong ids = new AtomicLong();
  private int openCount;
  private boolean closed;

  /** Ends of the list of open folders that nobody uses, the least recently used first. */
  private Folder oldest;

  private Folder newest;

  /** Looks at what the root's path leads to now; {@code null} is nothing. */
  interface Look {
    Attributes now() throws IOException;
  }

  /** A tree below an open descriptor, which it owns. */
  Tree(BytePath path, int fd, Look look) throws StoreException {
    this.look = look;
    root = new Folder(this, null, path, 0);
    root.fd = fd;
    root.users = 1;
    Stat stat = new Stat();
    Errno.check(path, Posix.stat(fd, stat));
    remember(root, stat);
  }

  /**
   * Whether the root's path still leads to the folder that was opened: nothing was mounted over it
   * or taken off it, and it was not moved away. Another folder says nothing about this one.
   */
  public boolean isInPlace() {
    try {
      Attributes now = look.now();
      return now != null && now.inode() == root.inode && now.device() == root.device;
    } catch (IOException e) {
      return false;
    }
  }

  /** Another tree of the same folder, wherever that is by now; it is closed for itself. */
  public Tree reopened() throws StoreException {
    int fd = acquire(root);
    try {
      int own = Posix.open(fd, HERE, Posix.O_RDONLY | Posix.O_DIRECTORY, 0);
      if (own < 0) {
        throw Errno.of(root.name(), own);
      }
      return new Tree(root.name(), own, look);
    } finally {
      release(root);
    }
  }

  /** The folder that all others are below. */
  public Folder root() {
    return root;
  }

  long nextId() {
    return ids.incrementAndGet();
  }

  /**
   * Refuses what is no name of an entry: the empty name, dots, a slash, more than 255 bytes. What
   * comes from a peer can be anything.
   */
  static void checkName(Folder in, BytePath name) throws StoreException {
    int length = name.length();
    boolean dots =
        length > 0 && length <= 2 && name.at(0) == '.' && (length == 1 || name.at(1) == '.');
    boolean slash = false;
    for (int at = 0; at < length; at++) {
      slash |= name.at(at) == '/';
    }
    if (length == 0 || length > 255 || dots || slash) {
      throw new StoreException(in.shown(null), Errno.EINVAL, "holds no entry named '" + name + "'");
    }
  }

  /**
   * The folder's descriptor, open until {@link #release}.
   *
   * @throws StoreException where it is not there, no folder, or not the one it was
   */
  int acquire(Folder folder) throws StoreException {
    synchronized (this) {
      int fd = take(folder);
      if (fd >= 0) {
        return fd;
      }
    }
    // Down from the nearest ancestor that is open, opening one after the other.
    List<Folder> missing = new ArrayList<>();
    Folder from = folder;
    int fd = -1;
    while (fd < 0) {
      missing.add(from);
      from = from.parent();
      if (from == null) {
        throw new StoreException(root.name(), Errno.EBADF, "is closed");
      }
      synchronized (this) {
        fd = take(from);
      }
    }
    for (int i = missing.size() - 1; i >= 0; i--) {
      Folder next = missing.get(i);
      try {
        fd = open(next, fd);
      } finally {
        release(from);
      }
      from = next;
    }
    return fd;
  }

  private int open(Folder folder, int parent) throws StoreException {
    int fd = Posix.open(parent, folder.name().bytes(), FOLDER, 0);
    if (fd == -Errno.ELOOP) {
      fd = -Errno.ENOTDIR;
    }
    if (fd < 0) {
      throw Errno.of(folder.shown(null), fd);
    }
    Stat stat = new Stat();
    int seen = Posix.stat(fd, stat);
    synchronized (this) {
      boolean other =
          folder.inode != 0 && (folder.inode != stat.inode || folder.device != stat.device());
      if (seen < 0 || other || closed) {
        Posix.close(fd);
        throw other
            ? new StoreException(folder.shown(null), Errno.ENOENT, "was moved or replaced")
            : Errno.of(folder.shown(null), seen < 0 ? seen : -Errno.EBADF);
      }
      if (folder.fd >= 0) {
        // Another thread was faster.
        Posix.close(fd);
        return take(folder);
      }
      folder.fd = fd;
      folder.users = 1;
      remember(folder, stat);
      openCount++;
      closeIdle();
      return fd;
    }
  }

  /**
   * Reads a small regular file from its start, until its end or until the buffer is full; the
   * buffer's position moves.
   *
   * @return what it was just after that
   */
  public Attributes read(Folder in, BytePath name, ByteBuffer into) throws StoreException {
    int dir = acquire(in);
    int fd;
    try {
      fd = Posix.open(dir, name.bytes(), OneFile.FLAGS, 0);
    } finally {
      release(in);
    }
    if (fd < 0) {
      throw in.failure(name, fd);
    }
    try {
      long at = 0;
      Stat stat = new Stat();
      while (true) {
        int count = Posix.read(fd, into, at);
        if (count < 0) {
          throw in.failure(name, count);
        }
        at += count;
        int seen = Posix.stat(fd, stat);
        if (seen < 0) {
          throw in.failure(name, seen);
        }
        if (!stat.isFile()) {
          throw new StoreException(in.shown(name), Errno.ENOENT, "is no regular file any more");
        }
        if (count == 0 || at >= stat.size || !into.hasRemaining()) {
          return stat.attributes();
        }
      }
    } finally {
      Posix.close(fd);
    }
  }

  /** Opens a big file for reading by extents. It stays open when the tree is closed. */
  public Source source(Folder in, BytePath name) throws IOException {
    checkName(in, name);
    return FileSource.open(new OneFile(this, in, name), in.shown(name));
  }

  private static void remember(Folder folder, Stat stat) {
    folder.device = stat.device();
    folder.inode = stat.inode;
  }

  /** Ends what {@link #acquire} began. */
  synchronized void release(Folder folder) {
    folder.users--;
    if (folder.users == 0) {
      folder.older = newest;
      if (newest == null) {
        oldest = folder;
      } else {
        newest.newer = folder;
      }
      newest = folder;
      closeIdle();
    }
  }

  private int take(Folder folder) {
    if (folder.fd < 0) {
      return -1;
    }
    if (folder.users == 0) {
      unlink(folder);
    }
    folder.users++;
    return folder.fd;
  }

  private void unlink(Folder folder) {
    if (folder.older == null) {
      oldest = folder.newer;
    } else {
      folder.older.newer = folder.newer;
    }
    if (folder.newer == null) {
      newest = folder.older;
    } else {
      folder.newer.older = folder.older;
    }
    folder.older = null;
    folder.newer = null;
  }

  private void closeIdle() {
    while (oldest != null && (openCount > OPEN_LIMIT || closed)) {
      forget(oldest);
    }
  }

  private void forget(Folder idle) {
    unlink(idle);
    Posix.close(idle.fd);
    idle.fd = -1;
    openCount--;
  }

  /** Closes a folder that is not needed any more, unless it is in use. */
  synchronized void retire(Folder folder) {
    if (folder != root && folder.fd >= 0 && folder.users == 0) {
      forget(folder);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      openCount++;
      release(root);
    }
  }
}
