package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Where a tree has changed, folder by folder. Not thread-safe while it is added to. */
public final class Changes {
  /** Names beyond which it is simpler to look at everything. */
  private static final int MOST_NAMES = 100_000;

  private final Part root = new Part();
  private boolean everything;
  private boolean any;
  private int names;

  Changes() {}

  /** Everything may have changed. */
  public static Changes everything() {
    Changes all = new Changes();
    all.setEverything();
    return all;
  }

  /** A folder with changes in it, or below it. */
  public static final class Part {
    private static final Part WHOLE = new Part();

    private final Map<BytePath, Part> below = new HashMap<>();
    private final Set<BytePath> names = new HashSet<>();
    private boolean removed;

    private Part() {}

    /** Whether something in it is another now, or was removed. */
    public boolean holds(BytePath name) {
      return this == WHOLE || names.contains(name);
    }

    /** Whether names were removed from it. */
    public boolean isRemovedFrom() {
      return this == WHOLE || removed;
    }

    /** Whether all in it and below it counts as changed. */
    public boolean isWhole() {
      return this == WHOLE;
    }

    /** The part that a folder in it is, or {@code null} where nothing in that one has changed. */
    public Part below(BytePath name) {
      return this == WHOLE ? WHOLE : below.get(name);
    }
  }

  /** Whether everything may have changed. */
  public boolean isEverything() {
    return everything;
  }

  /** Whether nothing has. */
  public boolean isEmpty() {
    return !any;
  }

  /** The root. */
  public Part root() {
    return everything ? Part.WHOLE : root;
  }

  void setEverything() {
    everything = true;
    any = true;
    root.below.clear();
    root.names.clear();
  }

  /** The root's own metadata. */
  void addRoot() {
    any = true;
  }

  /**
   * Notes a name.
   *
   * @param gone whether it may be there no more
   * @param whole whether it may be a folder of which nothing is known
   */
  void add(Folder in, BytePath name, boolean gone, boolean whole) {
    any = true;
    if (everything) {
      return;
    }
    Deque<BytePath> path = new ArrayDeque<>();
    for (Folder at = in; at.parent() != null; at = at.parent()) {
      path.push(at.name());
    }
    Part part = root;
    for (BytePath one : path) {
      part = part.below.computeIfAbsent(one, unused -> new Part());
      if (part == Part.WHOLE) {
        return;
      }
    }
    part.removed |= gone;
    if (part.names.add(name) && ++names > MOST_NAMES) {
      setEverything();
    } else if (whole) {
      part.below.put(name, Part.WHOLE);
    }
  }
}
