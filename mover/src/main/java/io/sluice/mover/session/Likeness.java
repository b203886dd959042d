package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Xattr;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares entries in the facts that are carried over. */
final class Likeness {
  private final boolean mode;
  private final boolean owner;
  private final boolean times;
  private final boolean xattrs;

  Likeness(Set<Keep> keep, boolean setsOwners) {
    this.mode = keep.contains(Keep.MODE);
    this.owner = setsOwners;
    this.times = keep.contains(Keep.TIMES);
    this.xattrs = keep.contains(Keep.XATTRS);
  }

  /** Whether one can become the other by a change of metadata, as far as it can be seen. */
  boolean isSameKind(Entry wanted, Entry there) {
    Attributes.Type type = wanted.attributes().type();
    if (type != there.attributes().type()) {
      return false;
    }
    return switch (type) {
      case FILE -> wanted.attributes().size() == there.attributes().size();
      case LINK -> wanted.linkTarget().equals(there.linkTarget());
      case CHARACTER_DEVICE, BLOCK_DEVICE ->
          wanted.rdevMajor() == there.rdevMajor() && wanted.rdevMinor() == there.rdevMinor();
      case DIRECTORY, FIFO, SOCKET -> true;
    };
  }

  /** {@code SAME} or {@code METADATA}, for entries of one kind and content. */
  Change change(Entry wanted, Entry there) {
    Attributes a = wanted.attributes();
    Attributes b = there.attributes();
    boolean same =
        (!mode || a.type() == Attributes.Type.LINK || a.mode() == b.mode())
            && (!owner || (a.uid() == b.uid() && a.gid() == b.gid()))
            && (!times || compareTimes(wanted, there) == 0)
            && (!xattrs || isSame(wanted.xattrs(), there.xattrs()));
    return same ? Change.SAME : Change.METADATA;
  }

  private static boolean isSame(List<Xattr> one, List<Xattr> other) {
    return one.equals(other)
        || (one.size() == other.size() && new HashSet<>(one).equals(new HashSet<>(other)));
  }

  static int compareTimes(Entry one, Entry other) {
    Attributes a = one.attributes();
    Attributes b = other.attributes();
    int older = Long.compare(a.modifiedSeconds(), b.modifiedSeconds());
    return older != 0 ? older : Integer.compare(a.modifiedNanos(), b.modifiedNanos());
  }
}
