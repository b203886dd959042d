package io.sluice.mover;

/**
 * Is told of each entry of a tree what became of it. Called by several threads, on which it must
 * not wait; in no particular order, but for an entry once.
 */
public interface SyncListener {
  /** Hears nothing. */
  SyncListener NONE = result -> {};

  /** An entry is settled; in a dry run, would be. */
  void entry(Result result);

  /**
   * What became of an entry.
   *
   * @param path from the tree's root, which is the empty path
   * @param type what it is; of what was deleted, {@code null}
   * @param change what was done
   */
  record Result(BytePath path, Attributes.Type type, Change change) {}

  /** What is done to an entry. */
  enum Change {
    /** Nothing: it is what it should be. */
    SAME,
    /** It was not there. */
    CREATED,
    /** Its content, type or target was another. */
    REPLACED,
    /** Only facts besides its content were set. */
    METADATA,
    /** It became another name of a file. */
    LINKED,
    /** The source does not hold it. */
    DELETED,
    /** An option says to leave it alone. */
    SKIPPED,
    /** A failure or a warning has told why not. */
    FAILED
  }
}
