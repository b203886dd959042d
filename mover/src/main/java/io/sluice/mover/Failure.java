package io.sluice.mover;

/**
 * One thing that went wrong, as it is told to people: {@code host2: /data/f: No space left on
 * device}.
 *
 * @param kind what sort of failure; decides the exit status
 * @param side the host it happened on, as the user named it, or {@code "here"}
 * @param path the file it hit, or {@code null} where it hit none
 * @param cause what the system said, and what to do about it where that is known
 */
public record Failure(Kind kind, String side, BytePath path, String cause) {
  /** Sorts of failures. */
  public enum Kind {
    /** A file could not be read, written, or was refused. */
    FILE,
    /** A file vanished while it was copied: a warning. */
    VANISHED,
    /** Worth knowing, and mended: a source that changed and was copied again. No failure. */
    NOTICE,
    /** A source changed under the copy, and what is there is not one moment's content. */
    CHANGED,
    /** The call was wrong: exit status 2. */
    USAGE,
    /** The peer could not be reached, or did not prove its key: exit status 3. */
    CONNECT,
    /** What arrived kept differing from what was sent: exit status 4. */
    VERIFICATION,
    /** The user or a signal ended it. */
    CANCELLED,
    /** A session or stream broke for good, or made no progress. */
    SESSION
  }

  @Override
  public String toString() {
    String where = path == null ? "" : path + ": ";
    return "here".equals(side) ? where + cause : side + ": " + where + cause;
  }
}
