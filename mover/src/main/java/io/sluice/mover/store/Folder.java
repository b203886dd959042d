package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.ArrayDeque;

/**
 * A folder of a tree, by its name in its parent: a path of any length and depth. It is opened when
 * it is used, from its parent's descriptor and by its name alone, never through a link; so nothing
 * below a root can lead out of it, also not when links are swapped in. A folder that was opened
 * before must be the same when it is opened again.
 *
 * <p>Descriptors are few: the least recently used ones are closed by the {@link Tree} that the
 * folder belongs to.
 */
public final class Folder {
  private static final byte[] ABOVE = {'.', '.'};

  private final Tree tree;
  private final Folder parent;
  private final BytePath name;
  private final long id;
  private final int depth;

  // Guarded by the tree: the open descriptor, its users, and the neighbours among idle ones.
  int fd = -1;
  int users;
  long device;
  long inode;

  /** Whether new entries get an ACL from it; {@code null} where it was not looked up. */
  volatile Boolean handsDown;

  Folder older;
  Folder newer;

  Folder(Tree tree, Folder parent, BytePath name, long id) {
    this.tree = tree;
    this.parent = parent;
    this.name = name;
    this.id = id;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  /** The folder of that name in this one; it is not looked at yet. */
  public Folder child(BytePath childName) throws StoreException {
    Tree.checkName(this, childName);
    return new Folder(tree, this, childName, tree.nextId());
  }

  /** The folder it lies in, or {@code null} for a root. */
  public Folder parent() {
    return parent;
  }

  /** Its name in its parent; a root's is the path that was given. */
  public BytePath name() {
    return name;
  }

  /** A number that no other folder of the tree has; the root's is 0. */
  public long id() {
    return id;
  }

  /** How many folders are above it. */
  public int depth() {
    return depth;
  }

  /** The tree it belongs to. */
  public Tree tree() {
    return tree;
  }

  /** Its path from the root, which is the empty path. May be longer than the kernel takes. */
  public BytePath path() {
    return pathOf(null);
  }

  /** The path from the root of a name in it. */
  public BytePath path(BytePath entry) {
    return pathOf(entry);
  }

  private BytePath pathOf(BytePath last) {
    ArrayDeque<BytePath> names = new ArrayDeque<>();
    int length = 0;
    if (last != null) {
      names.push(last);
      length += last.length() + 1;
    }
    for (Folder folder = this; folder.parent != null; folder = folder.parent) {
      names.push(folder.name);
      length += folder.name.length() + 1;
    }
    byte[] path = new byte[Math.max(0, length - 1)];
    int at = 0;
    for (BytePath component : names) {
      if (at > 0) {
        path[at++] = '/';
      }
      component.copyTo(path, at);
      at += component.length();
    }
    return BytePath.wrap(path);
  }

  /** Whether it is that folder, or lies somewhere in it. */
  public boolean isWithin(Entry folder) throws StoreException {
    int fd = tree.acquire(this);
    try {
      int at = Posix.dup(fd);
      long inode = 0;
      long device = 0;
      Stat stat = new Stat();
      while (at >= 0) {
        int seen = Posix.stat(at, stat);
        int above =
            seen < 0 || (stat.inode == inode && stat.device() == device)
                ? -1
                : Posix.open(at, ABOVE, Posix.O_PATH | Posix.O_DIRECTORY, 0);
        Posix.close(at);
        inode = stat.inode;
        device = stat.device();
        if (inode == folder.attributes().inode() && device == folder.attributes().device()) {
          if (above >= 0) {
            Posix.close(above);
          }
          return true;
        }
        at = above;
      }
      return false;
    } finally {
      tree.release(this);
    }
  }

  /** An exception for a name in it. */
  StoreException failure(BytePath entry, int result) {
    return Errno.of(shown(entry), result);
  }

  /** The path for people: with the root's. */
  BytePath shown(BytePath entry) {
    return tree.root().name().resolve(entry == null ? path() : path(entry));
  }

  @Override
  public String toString() {
    return shown(null).toString();
  }
}
