package io.sluice.mover.store;

import com.sun.jna.Native;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.List;

/** Looks at single names. */
final class Lookup {
  private final Tree tree;
  private final boolean xattrs;

  Lookup(Tree tree, boolean xattrs) {
    this.tree = tree;
    this.xattrs = xattrs;
  }

  /** What is there by that name, or {@code null}. */
  Entry entry(Folder in, BytePath name) throws StoreException {
    Stat stat = new Stat();
    byte[] bytes = name.bytes();
    int dir = tree.acquire(in);
    try {
      int seen = Posix.stat(dir, bytes, Posix.AT_SYMLINK_NOFOLLOW, stat);
      if (seen == -Errno.ENOENT) {
        return null;
      }
      if (seen < 0) {
        throw in.failure(name, seen);
      }
      byte[] target = null;
      if (stat.isLink()) {
        target = Posix.readLink(dir, bytes);
        if (target == null) {
          throw in.failure(name, -Native.getLastError());
        }
      }
      return stat.entry(name, target, xattrs ? Xattrs.read(dir, bytes) : List.of());
    } finally {
      tree.release(in);
    }
  }
}
