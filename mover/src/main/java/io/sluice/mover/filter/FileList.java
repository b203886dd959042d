package io.sluice.mover.filter;

import io.sluice.mover.BytePath;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Entries that take part by name, with the folders above them; nothing else does. A folder that is
 * named takes part itself, without what is in it; with a slash at the end it takes part with all
 * that is in it. Thread-safe.
 *
 * <p>It keeps in mind which names came by, so that in the end it can say which of them do not
 * exist.
 */
public final class FileList implements Filter {
  private static final int ABOVE = 0;
  private static final int ITSELF = 1;
  private static final int WITH_ALL = 2;

  private final Map<BytePath, Integer> names;
  private final Set<BytePath> unseen = ConcurrentHashMap.newKeySet();
  private final boolean all;

  private FileList(Map<BytePath, Integer> names, boolean all) {
    this.names = names;
    this.all = all;
    names.forEach(
        (name, role) -> {
          if (role != ABOVE) {
            unseen.add(name);
          }
        });
  }

  /**
   * The list of these names, relative to the tree's root. A slash in front, slashes in a row and
   * dots for "here" are dropped.
   *
   * @throws IllegalArgumentException where a name leads upwards with {@code ..} or holds a NUL
   */
  public static FileList of(Collection<byte[]> lines) {
    Map<BytePath, Integer> names = new HashMap<>();
    boolean all = false;
    for (byte[] line : lines) {
      boolean withAll = line.length > 0 && line[line.length - 1] == '/';
      List<byte[]> parts = parts(line);
      ByteArrayOutputStream path = new ByteArrayOutputStream();
      for (int i = 0; i < parts.size(); i++) {
        if (i > 0) {
          path.write('/');
        }
        path.writeBytes(parts.get(i));
        boolean last = i == parts.size() - 1;
        int role = last ? withAll ? WITH_ALL : ITSELF : ABOVE;
        names.merge(BytePath.of(path.toByteArray()), role, Math::max);
      }
      all |= parts.isEmpty() && withAll;
    }
    return new FileList(names, all);
  }

  private static List<byte[]> parts(byte[] line) {
    List<byte[]> parts = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= line.length; at++) {
      if (at == line.length || line[at] == '/') {
        byte[] part = Arrays.copyOfRange(line, start, at);
        start = at + 1;
        boolean here = part.length == 1 && part[0] == '.';
        if (part.length == 2 && part[0] == '.' && part[1] == '.') {
          throw new IllegalArgumentException(
              "'" + BytePath.of(line) + "' leads out of the tree with '..'");
        }
        if (part.length > 0 && !here) {
          parts.add(part);
        }
      }
    }
    return parts;
  }

  @Override
  public boolean excludes(BytePath path, boolean folder) {
    Integer role = names.get(path);
    if (role != null && (role != ABOVE || folder)) {
      unseen.remove(path);
      return false;
    }
    for (BytePath above = path.parent(); !all && !above.isEmpty(); above = above.parent()) {
      Integer around = names.get(above);
      if (around != null && around == WITH_ALL) {
        return false;
      }
    }
    return !all;
  }

  /**
   * The names that were not asked for yet, in order: after a whole walk those that do not exist.
   */
  public Collection<BytePath> unseen() {
    return new TreeSet<>(unseen);
  }

  /** The names for {@link #of}, each ended by a NUL. */
  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (all) {
      out.writeBytes(new byte[] {'/', 0});
    }
    names.forEach(
        (name, role) -> {
          if (role != ABOVE) {
            out.writeBytes(name.bytes());
            if (role == WITH_ALL) {
              out.write('/');
            }
            out.write(0);
          }
        });
    return out.toByteArray();
  }
}
