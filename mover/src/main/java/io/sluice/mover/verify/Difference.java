package io.sluice.mover.verify;

import io.sluice.mover.BytePath;

/**
 * Something in which the two sides differ.
 *
 * @param path from the root, which is the empty path
 * @param kind in what
 * @param detail for people: what the first side has, and the second
 */
public record Difference(BytePath path, Kind kind, String detail) {
  /** In what two sides can differ. */
  public enum Kind {
    /** The second side lacks the entry, with all that is in it. */
    MISSING,
    /** The first side lacks the entry, with all that is in it. */
    EXTRA,
    TYPE,
    SIZE,
    CONTENT,
    /** What a symbolic link says. */
    TARGET,
    /** What device a device file is. */
    DEVICE,
    MODE,
    OWNER,
    /** Time of the last change. */
    TIME,
    /** Extended attributes and ACLs. */
    ATTRIBUTES,
    /** One of the four above: where a side is on another host, it is not told which. */
    METADATA,
    /** Which names are names of one file. */
    HARD_LINKS
  }
}
