package io.sluice.mover.filter;

import io.sluice.mover.BytePath;

/**
 * Says what is left out of a tree: neither copied, nor deleted at the destination. Called by
 * several threads at once, once for each entry, so it must be fast and must not wait. What is in a
 * folder that is left out is never asked for.
 */
@FunctionalInterface
public interface Filter {
  /** Leaves nothing out. */
  Filter NONE = (path, folder) -> false;

  /**
   * Whether the entry is left out.
   *
   * @param path from the tree's root, which itself is never asked for
   * @param folder whether the entry is a folder; a symbolic link to one is not
   */
  boolean excludes(BytePath path, boolean folder);

  /** Leaves out what one of the two does. */
  default Filter or(Filter other) {
    return (path, folder) -> excludes(path, folder) || other.excludes(path, folder);
  }
}
