package io.sluice.mover.verify;

import io.sluice.mover.Attributes;
import io.sluice.mover.store.Entry;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the names that are one file on the first side are one file on the second, and the other
 * way round. Keeps one pair for each file with several names. Thread-safe.
 */
final class HardLinks {
  private record Inode(long device, long number) {
    static Inode of(Attributes a) {
      return new Inode(a.device(), a.inode());
    }
  }

  private final Map<Inode, Inode> seconds = new HashMap<>();
  private final Map<Inode, Inode> firsts = new HashMap<>();

  /** Whether the entry of a name fits those that were seen before. */
  synchronized boolean fit(Entry first, Entry second) {
    if (first.isFolder() || (first.links() <= 1 && second.links() <= 1)) {
      return true;
    }
    Inode a = Inode.of(first.attributes());
    Inode b = Inode.of(second.attributes());
    Inode there = seconds.putIfAbsent(a, b);
    Inode here = firsts.putIfAbsent(b, a);
    return (there == null || there.equals(b)) && (here == null || here.equals(a));
  }
}
