package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;

/** A single name of a tree's folder, which is no link. */
record OneFile(Tree tree, Folder in, BytePath name) implements Region {
  /** How a file is opened for reading: neither a link nor a FIFO's other end is waited for. */
  static final int FLAGS = Posix.O_RDONLY | Posix.O_NOFOLLOW | Posix.O_NONBLOCK | Posix.O_NOCTTY;

  @Override
  public int open(BytePath path, int flags, int mode) throws StoreException {
    int dir = tree.acquire(in);
    try {
      return Posix.open(dir, name.bytes(), flags | Posix.O_NOFOLLOW, mode);
    } finally {
      tree.release(in);
    }
  }

  @Override
  public StoreException failure(BytePath path, int result) {
    return Errno.of(path, result);
  }

  @Override
  public BytePath canonical(BytePath path) {
    return in.shown(name);
  }

  @Override
  public boolean isRoot(BytePath path) {
    return false;
  }

  @Override
  public boolean followsAbsoluteLinks() {
    return false;
  }

  @Override
  public void close() {}
}
