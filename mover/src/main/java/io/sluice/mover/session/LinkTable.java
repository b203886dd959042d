package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers of each inode with several names the first that was told, until all are. Some 36 bytes
 * an inode and its first path, in arrays, so that a million of them fit into a small heap. Not
 * thread-safe.
 */
final class LinkTable {
  private static final int CHUNK = 1 << 20;

  private long[] inodes = new long[1024];
  private long[] devices = new long[1024];
  private long[] references = new long[1024];
  private long[] paths = new long[1024];
  private int[] left = new int[1024];
  private int used;

  private final List<byte[]> chunks = new ArrayList<>();
  private int filled = CHUNK;

  /** The first name of an inode. */
  record First(long reference, BytePath path) {}

  /**
   * The first name of the inode, or {@code null} where this is it; then it is remembered.
   *
   * @param names how many names it has
   */
  First seen(long device, long inode, int names, long reference, BytePath path) {
    int at = find(device, inode);
    if (left[at] > 0) {
      left[at]--;
      First first = new First(references[at], path(paths[at]));
      if (left[at] == 0) {
        // Its place stays taken, by an inode of no device, so that others are still found.
        devices[at] = -1;
        left[at] = -1;
      }
      return first;
    }
    inodes[at] = inode;
    devices[at] = device;
    references[at] = reference;
    paths[at] = keep(path);
    left[at] = names - 1;
    if (++used > inodes.length / 2) {
      grow();
    }
    return null;
  }

  private int find(long device, long inode) {
    int mask = inodes.length - 1;
    long hash = (inode + device * 31) * 0x9E3779B97F4A7C15L;
    int at = (int) (hash >>> 40) & mask;
    while (left[at] != 0 && (inodes[at] != inode || devices[at] != device || left[at] < 0)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldInodes = inodes;
    long[] oldDevices = devices;
    long[] oldReferences = references;
    long[] oldPaths = paths;
    int[] oldLeft = left;
    int live = 0;
    for (int one : oldLeft) {
      live += one > 0 ? 1 : 0;
    }
    int size = live > oldInodes.length / 4 ? oldInodes.length * 2 : oldInodes.length;
    inodes = new long[size];
    devices = new long[size];
    references = new long[size];
    paths = new long[size];
    left = new int[size];
    used = live;
    for (int i = 0; i < oldInodes.length; i++) {
      if (oldLeft[i] > 0) {
        int at = find(oldDevices[i], oldInodes[i]);
        inodes[at] = oldInodes[i];
        devices[at] = oldDevices[i];
        references[at] = oldReferences[i];
        paths[at] = oldPaths[i];
        left[at] = oldLeft[i];
      }
    }
  }

  /** Puts a path behind the others: where, and how long it is. */
  private long keep(BytePath path) {
    byte[] bytes = path.bytes();
    if (bytes.length > CHUNK) {
      throw new IllegalArgumentException("a path of " + bytes.length + " bytes");
    }
    if (filled + bytes.length > CHUNK) {
      chunks.add(new byte[CHUNK]);
      filled = 0;
    }
    System.arraycopy(bytes, 0, chunks.get(chunks.size() - 1), filled, bytes.length);
    long place = ((long) (chunks.size() - 1) * CHUNK + filled) << 21 | bytes.length;
    filled += bytes.length;
    return place;
  }

  private BytePath path(long place) {
    int length = (int) (place & ((1 << 21) - 1));
    long at = place >>> 21;
    byte[] chunk = chunks.get((int) (at / CHUNK));
    int from = (int) (at % CHUNK);
    return BytePath.of(Arrays.copyOfRange(chunk, from, from + length));
  }
}
