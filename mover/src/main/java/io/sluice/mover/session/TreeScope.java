package io.sluice.mover.session;

import io.sluice.mover.store.Changes;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which part of a source a session tells: all of it, or what has changed since it was told before.
 * For one session. Thread-safe.
 */
final class TreeScope {
  private final Changes changes;
  private final Map<Long, Changes.Part> parts = new ConcurrentHashMap<>();
  private final TreeScope origin;
  private volatile boolean meetsLinks;

  /** What is done about an entry. */
  enum Telling {
    /** It is told; a folder with what has changed in it. */
    TOLD,
    /** Of a folder only itself is told: nothing in it has changed. */
    ITSELF,
    /** Only that it is there is told, so that it is not deleted. */
    THERE,
    /** Nothing is. */
    NOTHING
  }

  TreeScope(Changes changes) {
    this(changes, null);
  }

  private TreeScope(Changes changes, TreeScope origin) {
    this.changes = changes;
    this.origin = origin;
  }

  /** The same for another session, whose links are told here too. */
  TreeScope again() {
    return new TreeScope(changes, this);
  }

  static TreeScope all() {
    return new TreeScope(Changes.everything());
  }

  boolean isAll() {
    return changes.isEverything();
  }

  void enter(Folder folder) {
    Changes.Part part = changes.root();
    if (folder.parent() != null) {
      part = parts.get(folder.parent().id()).below(folder.name());
    }
    parts.put(folder.id(), part);
  }

  /** Whether what was not told of a folder is not there. */
  boolean leave(Folder folder) {
    return parts.remove(folder.id()).isRemovedFrom();
  }

  Telling telling(Folder in, Entry entry) {
    Changes.Part part = parts.get(in.id());
    if (part.isWhole() || (entry.isFolder() && part.below(entry.name()) != null)) {
      return Telling.TOLD;
    }
    if (part.holds(entry.name())) {
      return entry.isFolder() ? Telling.ITSELF : Telling.TOLD;
    }
    return part.isRemovedFrom() ? Telling.THERE : Telling.NOTHING;
  }

  /** A file with several names has changed, of which the others may lie outside of the scope. */
  void meetLinks() {
    meetsLinks = !isAll();
    if (origin != null) {
      origin.meetLinks();
    }
  }

  /** Whether all must be told after it, because of hard links. */
  boolean meetsLinks() {
    return meetsLinks;
  }
}
