package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A set of names, such as those that were told of one folder, by hashes of 64 bits: 16 bytes a name
 * at most. That two names have one hash keeps something from being deleted, once in 10^8 folders of
 * 500,000 names. Not thread-safe.
 */
final class NameSet {
  private static final long SEED = ThreadLocalRandom.current().nextLong();

  private long[] hashes = new long[8];
  private int size;

  void add(BytePath name) {
    addHash(hash(name));
  }

  /** Adds an inode as if it were a name; false where it is there. */
  boolean addInode(long device, long inode) {
    return addHash(mix(mix(SEED ^ device) ^ inode));
  }

  private boolean addHash(long hash) {
    if (!put(hash)) {
      return false;
    }
    if (++size > hashes.length / 2) {
      long[] old = hashes;
      hashes = new long[old.length * 2];
      for (long one : old) {
        if (one != 0) {
          put(one);
        }
      }
    }
    return true;
  }

  boolean contains(BytePath name) {
    return hashes[find(hash(name))] != 0;
  }

  private boolean put(long hash) {
    int at = find(hash);
    boolean isNew = hashes[at] == 0;
    hashes[at] = hash;
    return isNew;
  }

  private int find(long hash) {
    int mask = hashes.length - 1;
    int at = (int) hash & mask;
    while (hashes[at] != 0 && hashes[at] != hash) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** FNV-1a from a start of its own for each process, mixed. */
  private static long hash(BytePath name) {
    long hash = SEED;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ (name.at(i) & 0xff)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  /** The last steps of splitmix64; never 0, which stands for an empty place. */
  private static long mix(long value) {
    long hash = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }
}
