package io.sluice.mover;

import java.io.IOException;

/** A file operation that failed: which path, and what the system said. */
public final class StoreException extends IOException {
  private static final long serialVersionUID = 1;

  /** {@code errno} of a file that was there and vanished while it was used. */
  public static final int ESTALE = 116;

  private final transient BytePath path;
  private final int errno;
  private final String cause;

  /**
   * Makes one.
   *
   * @param path the file it hit
   * @param errno the system's number, or 0 where the cause is not the system's
   * @param cause what the system said: {@code "No space left on device"}
   */
  public StoreException(BytePath path, int errno, String cause) {
    super(path + ": " + cause);
    this.path = path;
    this.errno = errno;
    this.cause = cause;
  }

  /** The file it hit. */
  public BytePath path() {
    return path;
  }

  /** The system's number, or 0. */
  public int errno() {
    return errno;
  }

  /** What the system said, without the path. */
  public String reason() {
    return cause;
  }
}
