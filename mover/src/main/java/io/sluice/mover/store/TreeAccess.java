package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** What a session needs of trees besides walking and making. */
public final class TreeAccess {
  private static final byte[] SELF = {};
  private static final byte[] ABOVE = {'.', '.'};
  private static final int BLOCK = 64 << 10;
  private static final int POSITION_LENGTH = 16;
  private static final int POSITION_NAME = 19;

  private TreeAccess() {}

  /** Is told a name; {@code ours} where it is a part or journal of a copy. */
  public interface NameVisitor {
    void name(BytePath name, boolean ours) throws StoreException;
  }

  /**
   * Reads a small regular file from its start, until its end or until the buffer is full; the
   * buffer's position moves.
   *
   * @return what it was just after that
   */
  public static Attributes read(Tree tree, Folder in, BytePath name, ByteBuffer into)
      throws StoreException {
    int dir = tree.acquire(in);
    int fd;
    try {
      fd =
          Posix.open(
              dir,
              name.bytes(),
              Posix.O_RDONLY | Posix.O_NOFOLLOW | Posix.O_NONBLOCK | Posix.O_NOCTTY,
              0);
    } finally {
      tree.release(in);
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

  /** What a folder itself is. */
  public static Entry self(Replica replica, Folder folder) throws StoreException {
    Tree tree = replica.tree();
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

  /** Tells all names of a folder, without looking at what they are. */
  public static void names(Replica replica, Folder folder, NameVisitor visitor)
      throws StoreException {
    Tree tree = replica.tree();
    int own = reopen(tree, folder);
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
    try {
      long address = Scratch.addressOf(block);
      int length;
      while ((length = Posix.list(own, address, BLOCK)) > 0) {
        for (int at = 0; at < length; ) {
          int size = block.getShort(at + POSITION_LENGTH) & 0xffff;
          int start = at + POSITION_NAME;
          int end = start;
          while (block.get(end) != 0) {
            end++;
          }
          byte[] name = new byte[end - start];
          block.get(start, name);
          at += size;
          boolean dots =
              name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
          if (!dots) {
            visitor.name(BytePath.of(name), Names.isOurs(name));
          }
        }
      }
      if (length < 0) {
        throw folder.failure(null, length);
      }
    } finally {
      Posix.close(own);
    }
  }

  /** A descriptor of its own, whose position nobody else moves. */
  private static int reopen(Tree tree, Folder folder) throws StoreException {
    int fd = tree.acquire(folder);
    try {
      int own = Posix.open(fd, new byte[] {'.'}, Posix.O_RDONLY | Posix.O_DIRECTORY, 0);
      if (own < 0) {
        throw folder.failure(null, own);
      }
      return own;
    } finally {
      tree.release(folder);
    }
  }

  /** How many entries a removal of that name would remove; counting stops at {@code most}. */
  public static long count(Replica replica, Folder in, BytePath name, long most)
      throws StoreException {
    Entry there = replica.entry(in, name);
    if (there == null) {
      return 0;
    }
    long[] count = {1};
    if (there.isFolder()) {
      java.util.ArrayDeque<Folder> left = new java.util.ArrayDeque<>(List.of(in.child(name)));
      while (!left.isEmpty() && count[0] < most) {
        Folder folder = left.pop();
        names(
            replica,
            folder,
            (below, ours) -> {
              count[0]++;
              Entry entry = replica.entry(folder, below);
              if (entry != null && entry.isFolder()) {
                left.push(folder.child(below));
              }
            });
        replica.tree().retire(folder);
      }
    }
    return Math.min(count[0], most);
  }

  /** Whether a folder is a tree's root, or one that the root lies in. */
  public static boolean isAbove(Entry folder, Tree tree) throws StoreException {
    Folder root = tree.root();
    int fd = tree.acquire(root);
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
      tree.release(root);
    }
  }

  /** Lets the owner of a folder into it who has shut himself out, until its mode is set. */
  public static void openUp(Replica replica, Folder in, Entry there) throws StoreException {
    if ((there.attributes().mode() & 0700) == 0700 || Libc.geteuid() == 0) {
      return;
    }
    Tree tree = replica.tree();
    int dir = tree.acquire(in);
    try {
      Posix.chmod(dir, there.name().bytes(), there.attributes().mode() | 0700);
    } finally {
      tree.release(in);
    }
  }
}
