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
    int dir = tree.acquire(in);
    try {
      // A name of a folder is shorter than a path may be.
      Scratch memory = Scratch.own();
      long nameAddress = memory.first(name);
      int seen = Posix.stat(memory, dir, nameAddress, Posix.AT_SYMLINK_NOFOLLOW, stat);
      if (seen == -Errno.ENOENT) {
        return null;
      }
      if (seen < 0) {
        throw in.failure(name, seen);
      }
      byte[] target = null;
      if (stat.isLink()) {
        target = NameCalls.readLink(dir, name.bytes());
        if (target == null) {
          throw in.failure(name, -Native.getLastError());
        }
      }
      if (target != null) {
        nameAddress = memory.first(name);
      }
      boolean some = xattrs && XattrCalls.any(dir, nameAddress);
      return stat.entry(name, target, some ? Xattrs.read(dir, name.bytes()) : List.of());
    } finally {
      tree.release(in);
    }
  }
}
