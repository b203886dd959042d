package io.sluice.mover.verify;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Xattr;
import io.sluice.mover.verify.Difference.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Compares what is known of two entries of one type, besides their content. */
final class Facts {
  private final Set<Keep> facts;

  /** Compares these facts, and those that an entry can't be without. */
  Facts(Set<Keep> facts) {
    this.facts = facts;
  }

  /** Tells each fact in which they differ. */
  void compare(Entry first, Entry second, BiConsumer<Kind, String> differs) {
    Attributes a = first.attributes();
    Attributes b = second.attributes();
    boolean link = a.type() == Attributes.Type.LINK;
    if (a.type() == Attributes.Type.FILE && a.size() != b.size()) {
      differs.accept(Kind.SIZE, a.size() + " and " + b.size() + " bytes");
    }
    if (link && !Objects.equals(first.linkTarget(), second.linkTarget())) {
      differs.accept(Kind.TARGET, first.linkTarget() + " and " + second.linkTarget());
    }
    boolean device =
        a.type() == Attributes.Type.CHARACTER_DEVICE || a.type() == Attributes.Type.BLOCK_DEVICE;
    if (device
        && (first.rdevMajor() != second.rdevMajor() || first.rdevMinor() != second.rdevMinor())) {
      differs.accept(
          Kind.DEVICE,
          "%d:%d and %d:%d"
              .formatted(
                  first.rdevMajor(), first.rdevMinor(), second.rdevMajor(), second.rdevMinor()));
    }
    if (facts.contains(Keep.MODE) && !link && a.mode() != b.mode()) {
      differs.accept(Kind.MODE, String.format(Locale.ROOT, "%04o and %04o", a.mode(), b.mode()));
    }
    if (facts.contains(Keep.OWNER) && (a.uid() != b.uid() || a.gid() != b.gid())) {
      differs.accept(Kind.OWNER, owner(a) + " and " + owner(b));
    }
    boolean sameTime =
        a.modifiedSeconds() == b.modifiedSeconds() && a.modifiedNanos() == b.modifiedNanos();
    if (facts.contains(Keep.TIMES) && !sameTime) {
      differs.accept(Kind.TIME, time(a) + " and " + time(b));
    }
    if (facts.contains(Keep.XATTRS)) {
      Set<BytePath> names = differing(first, second);
      if (!names.isEmpty()) {
        differs.accept(Kind.ATTRIBUTES, names.toString());
      }
    }
  }

  private static String owner(Attributes a) {
    return Integer.toUnsignedString(a.uid()) + ":" + Integer.toUnsignedString(a.gid());
  }

  private static String time(Attributes a) {
    return Instant.ofEpochSecond(a.modifiedSeconds(), a.modifiedNanos()).toString();
  }

  private static Set<BytePath> differing(Entry first, Entry second) {
    Map<BytePath, Xattr> left = new HashMap<>();
    for (Xattr xattr : first.xattrs()) {
      left.put(xattr.name(), xattr);
    }
    Set<BytePath> names = new TreeSet<>();
    for (Xattr xattr : second.xattrs()) {
      if (!xattr.equals(left.remove(xattr.name()))) {
        names.add(xattr.name());
      }
    }
    names.addAll(left.keySet());
    return names;
  }
}
