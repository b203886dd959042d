package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives names in a replica, by which what had the name goes: at once where the name is free, else
 * by a rename, so that there is no moment at which it leads to nothing.
 */
final class Naming {
  private final Tree tree;
  private final Metadata metadata;
  private final Removal removal;

  Naming(Tree tree, Metadata metadata, Removal removal) {
    this.tree = tree;
    this.metadata = metadata;
    this.removal = removal;
  }

  /** Makes a symbolic link, FIFO, socket or device, in place of what is there. */
  List<String> makeSpecial(Folder in, Entry wanted) throws StoreException {
    BytePath name = wanted.name();
    List<String> warnings = new ArrayList<>(0);
    int dir = tree.acquire(in);
    try {
      byte[] temporary = Names.small(name);
      int made = makeNamed(dir, name.bytes(), wanted);
      boolean replace = made == -Errno.EEXIST;
      byte[] at = replace ? temporary : name.bytes();
      if (replace) {
        NameCalls.unlink(dir, temporary, 0);
        made = makeNamed(dir, temporary, wanted);
      }
      if (made < 0) {
        throw in.failure(name, made);
      }
      metadata.apply(
          in.shown(name),
          dir,
          at,
          null,
          wanted.attributes(),
          wanted.xattrs(),
          metadata.fresh(in, dir),
          warnings);
      if (replace) {
        rename(in, dir, temporary, name);
      }
    } finally {
      tree.release(in);
    }
    return warnings;
  }

  private void rename(Folder in, int dir, byte[] temporary, BytePath name) throws StoreException {
    int renamed = NameCalls.rename(dir, temporary, dir, name.bytes());
    if (renamed == -Errno.EISDIR) {
      removal.remove(in, name);
      renamed = NameCalls.rename(dir, temporary, dir, name.bytes());
    }
    if (renamed < 0) {
      NameCalls.unlink(dir, temporary, 0);
      throw in.failure(name, renamed);
    }
  }

  private static int makeNamed(int dir, byte[] name, Entry wanted) {
    int major = wanted.rdevMajor();
    int minor = wanted.rdevMinor();
    return switch (wanted.attributes().type()) {
      case LINK -> NameCalls.symlink(wanted.linkTarget().bytes(), dir, name);
      case FIFO -> NameCalls.makeNode(dir, name, Stat.S_IFIFO | 0600, 0, 0);
      case SOCKET -> NameCalls.makeNode(dir, name, Stat.S_IFSOCK | 0600, 0, 0);
      case CHARACTER_DEVICE -> NameCalls.makeNode(dir, name, Stat.S_IFCHR | 0600, major, minor);
      case BLOCK_DEVICE -> NameCalls.makeNode(dir, name, Stat.S_IFBLK | 0600, major, minor);
      case FILE, DIRECTORY -> throw new IllegalArgumentException(wanted + " is not special");
    };
  }

  /**
   * Gives an entry that is there another name, in place of what is there. It may be in another tree
   * of the same file system.
   */
  void hardLink(Folder from, BytePath existing, Folder in, BytePath name) throws StoreException {
    int fromDir = from.tree().acquire(from);
    try {
      int dir = tree.acquire(in);
      try {
        int linked = NameCalls.link(fromDir, existing.bytes(), dir, name.bytes());
        if (linked == -Errno.EEXIST) {
          byte[] temporary = Names.small(name);
          NameCalls.unlink(dir, temporary, 0);
          linked = NameCalls.link(fromDir, existing.bytes(), dir, temporary);
          if (linked == 0) {
            rename(in, dir, temporary, name);
            // A rename of one name of a file to another name of it does nothing.
            NameCalls.unlink(dir, temporary, 0);
          }
        }
        if (linked < 0) {
          throw in.failure(name, linked);
        }
      } finally {
        tree.release(in);
      }
    } finally {
      from.tree().release(from);
    }
  }

  /** Moves what is no folder to a folder of this tree, in place of what is there. */
  void move(Folder from, BytePath name, Folder to, BytePath as) throws StoreException {
    int fromDir = from.tree().acquire(from);
    try {
      int dir = tree.acquire(to);
      try {
        int moved = NameCalls.rename(fromDir, name.bytes(), dir, as.bytes());
        if (moved == -Errno.EISDIR) {
          removal.remove(to, as);
          moved = NameCalls.rename(fromDir, name.bytes(), dir, as.bytes());
        }
        if (moved < 0) {
          throw to.failure(as, moved);
        }
      } finally {
        tree.release(to);
      }
    } finally {
      from.tree().release(from);
    }
  }
}
