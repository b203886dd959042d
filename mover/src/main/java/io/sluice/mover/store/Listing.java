package io.sluice.mover.store;

import com.sun.jna.Native;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Reads a folder's names and what they are; one for each thread of a walk, made by it. */
final class Listing {
  /** Names that are read at once: some 1,300 of 30 bytes. */
  private static final int BLOCK = 64 << 10;

  // struct linux_dirent64: inode (8), position of the next (8), length (2), type (1), name.
  private static final int POSITION = 8;
  private static final int LENGTH = 16;
  private static final int NAME = 19;

  /** A record is padded to eight bytes. */
  private static final int NAME_MAX = 264;

  private static final byte[] EMPTY = {};

  private final Tree tree;
  private final Walk.Options options;
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
  private final long address = Scratch.addressOf(block);
  private final Stat stat = new Stat();
  private final Scratch memory = Scratch.own();
  private final byte[] record = new byte[NAME_MAX];

  Listing(Tree tree, Walk.Options options) {
    this.tree = tree;
    this.options = options;
  }

  /** A folder's own entry. */
  Entry self(Folder folder) throws StoreException {
    int fd = tree.acquire(folder);
    try {
      int seen = Posix.stat(fd, stat);
      if (seen < 0) {
        throw folder.failure(null, seen);
      }
      return stat.entry(folder.name(), null, options.xattrs() ? Xattrs.read(fd, EMPTY) : List.of());
    } finally {
      tree.release(folder);
    }
  }

  /** Tells the entries of the folder's next block, and notes the folders among them. */
  void readBlock(Walk.Level level, Visitor visitor) throws IOException {
    Folder folder = level.folder;
    int fd;
    try {
      fd = tree.acquire(folder);
    } catch (StoreException e) {
      end(level, visitor, e);
      return;
    }
    try {
      int length = list(fd, level);
      if (length < 0) {
        end(level, visitor, folder.failure(null, length));
        return;
      }
      level.ended = length == 0;
      for (int at = 0; at < length; ) {
        int size = block.getShort(at + LENGTH) & 0xffff;
        level.position = block.getLong(at + POSITION);
        tell(level, fd, at + NAME, at + size, visitor);
        at += size;
      }
    } finally {
      tree.release(folder);
    }
  }

  /**
   * Goes on where the level's last block ended. The descriptor has one position for all who use it,
   * and may be another one than last time.
   */
  private int list(int fd, Walk.Level level) {
    synchronized (level.folder) {
      long moved = Posix.seek(fd, level.position, 0);
      return moved < 0 ? (int) moved : Posix.list(fd, address, BLOCK);
    }
  }

  private static void end(Walk.Level level, Visitor visitor, StoreException cause)
      throws IOException {
    level.ended = true;
    level.complete = false;
    visitor.failed(level.folder, null, cause);
  }

  private void tell(Walk.Level level, int fd, int start, int limit, Visitor visitor)
      throws IOException {
    byte[] name = nameAt(start, limit);
    if (name.length == 0) {
      return;
    }
    Folder folder = level.folder;
    if (Names.isOurs(name)) {
      visitor.leftover(folder, BytePath.wrap(name));
      return;
    }
    int seen = Posix.stat(memory, fd, address + start, Posix.AT_SYMLINK_NOFOLLOW, stat);
    if (seen < 0) {
      // What vanished is no longer there to be kept; what can't be looked at is.
      level.complete &= seen == -Errno.ENOENT;
      visitor.failed(folder, BytePath.wrap(name), folder.failure(BytePath.wrap(name), seen));
      return;
    }
    byte[] target = null;
    if (stat.isLink()) {
      target = NameCalls.readLink(fd, name);
      if (target == null) {
        int cause = -Native.getLastError();
        level.complete &= cause == -Errno.ENOENT;
        visitor.failed(folder, BytePath.wrap(name), folder.failure(BytePath.wrap(name), cause));
        return;
      }
    }
    List<Xattr> xattrs =
        options.xattrs() && XattrCalls.any(fd, address + start)
            ? Xattrs.readAll(fd, name)
            : List.of();
    if (xattrs == null) {
      level.complete = false;
      BytePath path = BytePath.wrap(name);
      visitor.failed(
          folder,
          path,
          new StoreException(
              folder.shown(path), Errno.E2BIG, "has more extended attributes than can be listed"));
      return;
    }
    Entry entry = stat.entry(BytePath.wrap(name), target, xattrs);
    boolean goInto = visitor.entry(folder, entry);
    boolean here = !options.oneFileSystem() || stat.device() == tree.root().device;
    if (goInto && entry.isFolder() && here) {
      level.folders.add(entry);
    }
  }

  /** The name's bytes; none for the folder itself and the one above. */
  private byte[] nameAt(int start, int limit) {
    int room = Math.min(limit - start, record.length);
    block.get(start, record, 0, room);
    int length = 0;
    while (length < room && record[length] != 0) {
      length++;
    }
    boolean dots = record[0] == '.' && (length == 1 || (length == 2 && record[1] == '.'));
    return dots ? EMPTY : Arrays.copyOf(record, length);
  }
}
