package io.sluice.mover.session;

/**
 * Whether what the source does not hold may be deleted at the destination. A replica is often the
 * last copy, and a source that looks empty is more often a disk that is not mounted than a wish.
 */
final class DeleteGuard {
  /** The default of {@code --max-delete}: a tenth of the entries, at least {@link #LEAST}. */
  static final long AUTO = -1;

  /** Entries that may be deleted by default, however small the tree is. */
  static final long LEAST = 1_000;

  private DeleteGuard() {}

  /**
   * Entries that may be deleted at most.
   *
   * @param entries of the source
   * @param maxDelete the user's bound, or {@link #AUTO}
   */
  static long most(long entries, long maxDelete) {
    return maxDelete == AUTO ? Math.max(LEAST, entries / 10) : maxDelete;
  }

  /**
   * Why nothing may be deleted, or {@code null} where all may be. Where there is nothing to delete
   * there is nothing to refuse.
   *
   * @param wouldDelete entries that would go, what is in their folders included
   * @param entries of the source
   * @param maxDelete the user's bound, or {@link #AUTO}
   * @param walkComplete whether every folder of the source could be read
   * @param rootEmpty whether the source's root holds nothing
   * @param rootMoved whether the source's root is another folder or on another device than it was
   */
  static String refusal(
      long wouldDelete,
      long entries,
      long maxDelete,
      boolean walkComplete,
      boolean rootEmpty,
      boolean rootMoved) {
    if (wouldDelete <= 0) {
      return null;
    }
    if (rootMoved) {
      return "nothing was deleted: the source's root is another one than at the start";
    }
    if (!walkComplete) {
      return "nothing was deleted: a folder of the source could not be read";
    }
    if (rootEmpty) {
      return "nothing was deleted: the source is empty; is its disk mounted?";
    }
    long most = most(entries, maxDelete);
    if (wouldDelete > most) {
      return "nothing was deleted: more than "
          + most
          + " entries would be; allow it with"
          + " --max-delete";
    }
    return null;
  }
}
