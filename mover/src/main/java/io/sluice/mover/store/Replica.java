package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A tree that is made equal to another one, entry by entry. All names are single components of a
 * folder that is open, and no link is followed, so nothing is ever written outside. What is there
 * under a name gives way to what shall be: a file to a folder with all that is in it, and the other
 * way round.
 *
 * <p>Nothing is durable before {@link #sync}. Each method that sets metadata returns warnings: what
 * could not be set for want of privilege. Thread-safe, as long as one name is worked on by one
 * thread at a time.
 */
public final class Replica implements Closeable {
  private static final byte[] SELF = {};

  private final Tree tree;
  private final Metadata metadata;
  private final Removal removal;
  private final Naming naming;

  Replica(Tree tree, Metadata metadata) {
    this.tree = tree;
    this.metadata = metadata;
    this.removal = new Removal(tree);
    this.naming = new Naming(tree, metadata, removal);
  }

  /** The tree, to be walked. */
  public Tree tree() {
    return tree;
  }

  /** What is there by that name, or {@code null}. */
  public Entry entry(Folder in, BytePath name) throws StoreException {
    Tree.checkName(in, name);
    return new Lookup(tree, metadata.xattrs()).entry(in, name);
  }

  /** What a folder itself is. */
  public Entry self(Folder folder) throws StoreException {
    int fd = tree.acquire(folder);
    try {
      Stat stat = new Stat();
      int seen = Posix.stat(fd, stat);
      if (seen < 0) {
        throw folder.failure(null, seen);
      }
      return stat.entry(folder.name(), null, Xattrs.read(fd, SELF));
    } finally {
      tree.release(folder);
    }
  }

  /**
   * Makes a folder, or finds it. Only its owner may enter until {@link #finish}, which comes after
   * all that is in it.
   */
  public Folder makeFolder(Folder in, BytePath name) throws StoreException {
    Tree.checkName(in, name);
    int dir = tree.acquire(in);
    try {
      int made = NameCalls.mkdir(dir, name.bytes(), 0700);
      if (made == -Errno.EEXIST) {
        Stat stat = new Stat();
        int seen = Posix.stat(dir, name.bytes(), Posix.AT_SYMLINK_NOFOLLOW, stat);
        if (seen < 0 || !stat.isFolder()) {
          removal.remove(in, name);
          made = NameCalls.mkdir(dir, name.bytes(), 0700);
        } else {
          made = 0;
        }
      }
      if (made < 0) {
        throw in.failure(name, made);
      }
    } finally {
      tree.release(in);
    }
    return in.child(name);
  }

  /** Whether what this process makes has the owner and group that an entry has. */
  public static boolean isOwn(Entry entry) {
    return entry.attributes().uid() == Libc.geteuid() && entry.attributes().gid() == Libc.getegid();
  }

  /** Lets the owner of a folder into it who has shut himself out, until its mode is set. */
  public void openUp(Folder in, Entry there) throws StoreException {
    if ((there.attributes().mode() & 0700) == 0700 || Libc.geteuid() == 0) {
      return;
    }
    int dir = tree.acquire(in);
    try {
      NameCalls.chmod(dir, there.name().bytes(), there.attributes().mode() | 0700);
    } finally {
      tree.release(in);
    }
  }

  /** Sets a folder's metadata. */
  public List<String> finish(Folder folder, Entry wanted) throws StoreException {
    List<String> warnings = new ArrayList<>(0);
    int fd = tree.acquire(folder);
    try {
      folder.handsDown = null;
      metadata.apply(
          folder.shown(null),
          fd,
          SELF,
          null,
          wanted.attributes(),
          wanted.xattrs(),
          false,
          warnings);
    } finally {
      tree.release(folder);
    }
    return warnings;
  }

  /**
   * Writes a small file, metadata included, under no name yet. {@link NewFile#publish} gives it its
   * name; many can wait for one {@link #sync} before that, so that a name never leads to less than
   * the whole file, not even after a power cut.
   *
   * @param content all of it; the position moves to the end
   */
  public NewFile create(Folder in, Entry wanted, ByteBuffer content) throws StoreException {
    Tree.checkName(in, wanted.name());
    return NewFile.create(tree, removal, in, wanted, content, metadata);
  }

  /** Opens a big file for writing by extents; see {@link Sink}. */
  public Sink sink(Folder in, Entry wanted, SinkOptions options) throws IOException {
    BytePath name = wanted.name();
    Tree.checkName(in, name);
    removeOther(in, name);
    int dir = tree.acquire(in);
    int own;
    try {
      own = Posix.dup(dir);
    } finally {
      tree.release(in);
    }
    if (own < 0) {
      throw in.failure(name, own);
    }
    boolean opened = false;
    try {
      BytePath path = in.shown(name);
      List<Xattr> xattrs = metadata.xattrs() ? wanted.xattrs() : null;
      Sink sink = null;
      if (options.older() == SinkOptions.Older.REWRITTEN) {
        sink = InPlaceSink.open(path, own, name, wanted.attributes(), xattrs, options);
      }
      if (sink == null) {
        sink = FileSink.open(path, own, name, wanted.attributes(), xattrs, options);
        opened = true;
      }
      return sink;
    } finally {
      if (!opened) {
        Posix.close(own);
      }
    }
  }

  /** Folders don't give way to a rename. */
  private void removeOther(Folder in, BytePath name) throws StoreException {
    Entry there = new Lookup(tree, false).entry(in, name);
    if (there != null && there.isFolder()) {
      removal.remove(in, name);
    }
  }

  /** Makes a symbolic link, FIFO, socket or device, in place of what is there. */
  public List<String> makeSpecial(Folder in, Entry wanted) throws StoreException {
    Tree.checkName(in, wanted.name());
    return naming.makeSpecial(in, wanted);
  }

  /**
   * Gives an entry that is there another name, in place of what is there. It may be in another tree
   * of the same file system.
   */
  public void hardLink(Folder from, BytePath existing, Folder in, BytePath name)
      throws StoreException {
    Tree.checkName(from, existing);
    Tree.checkName(in, name);
    naming.hardLink(from, existing, in, name);
  }

  /** Sets the metadata of what is there under the entry's name and is of its type. */
  public List<String> update(Folder in, Entry wanted) throws StoreException {
    BytePath name = wanted.name();
    Tree.checkName(in, name);
    List<String> warnings = new ArrayList<>(0);
    int dir = tree.acquire(in);
    try {
      Attributes attributes = wanted.attributes();
      metadata.apply(
          in.shown(name), dir, name.bytes(), null, attributes, wanted.xattrs(), false, warnings);
    } finally {
      tree.release(in);
    }
    return warnings;
  }

  /** Moves what is no folder to a folder of this tree, in place of what is there. */
  public void move(Folder from, BytePath name, Folder to, BytePath as) throws StoreException {
    Tree.checkName(from, name);
    Tree.checkName(to, as);
    naming.move(from, name, to, as);
  }

  /** Removes a folder if nothing is in it; whether it is gone. */
  public boolean removeIfEmpty(Folder in, BytePath name) throws StoreException {
    Tree.checkName(in, name);
    return removal.removeIfEmpty(in, name);
  }

  /** Removes what is there by that name, with all that is in it; nothing there is fine. */
  public void remove(Folder in, BytePath name) throws StoreException {
    Tree.checkName(in, name);
    removal.remove(in, name);
  }

  /** Removes a part or journal that a copy left which runs no more. */
  public void removeLeftover(Folder in, BytePath name) throws StoreException {
    Tree.checkName(in, name);
    removal.removeLeftover(in, name);
  }

  /** Makes all that was written to the file system durable, names included. */
  public void sync() throws StoreException {
    Folder root = tree.root();
    int fd = tree.acquire(root);
    try {
      Errno.check(root.name(), Posix.syncfs(fd));
    } finally {
      tree.release(root);
    }
  }

  @Override
  public void close() {
    tree.close();
  }
}
