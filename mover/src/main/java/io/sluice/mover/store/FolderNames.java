package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.List;

/** The names in a folder, without a look at what they are: a system call for some 1,300 of them. */
public final class FolderNames {
  private static final int BLOCK = 64 << 10;

  // struct linux_dirent64: inode (8), position of the next (8), length (2), type (1), name.
  private static final int LENGTH = 16;
  private static final int NAME = 19;

  private FolderNames() {}

  /** Is told a name; {@code ours} where it is a part or journal of a copy. */
  public interface Told {
    void name(BytePath name, boolean ours) throws StoreException;
  }

  /** Tells all of them. */
  public static void tell(Folder folder, Told told) throws StoreException {
    int own = reopen(folder);
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
    try {
      long address = Scratch.addressOf(block);
      int length;
      while ((length = Posix.list(own, address, BLOCK)) > 0) {
        for (int at = 0; at < length; ) {
          int size = block.getShort(at + LENGTH) & 0xffff;
          int start = at + NAME;
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
            told.name(BytePath.wrap(name), Names.isOurs(name));
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
  private static int reopen(Folder folder) throws StoreException {
    Tree tree = folder.tree();
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
      ArrayDeque<Folder> left = new ArrayDeque<>(List.of(in.child(name)));
      while (!left.isEmpty() && count[0] < most) {
        Folder folder = left.pop();
        tell(
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
}
