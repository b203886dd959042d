package io.sluice.mover.session;

import io.sluice.mover.Failure;

/** A session that can't begin or go on. */
public final class SessionException extends Exception {
  private static final long serialVersionUID = 1;

  private final Failure.Kind kind;
  private final boolean worthRetrying;

  SessionException(Failure.Kind kind, String message, boolean worthRetrying) {
    super(message);
    this.kind = kind;
    this.worthRetrying = worthRetrying;
  }

  /** There is no way to the server, and another try won't find one. */
  public static SessionException connect(String message) {
    return new SessionException(Failure.Kind.CONNECT, message, false);
  }

  /** The call was wrong. */
  public static SessionException usage(String message) {
    return new SessionException(Failure.Kind.USAGE, message, false);
  }

  static SessionException lost(String message) {
    return new SessionException(Failure.Kind.SESSION, message, true);
  }

  /** Its sort. */
  public Failure.Kind kind() {
    return kind;
  }

  /** Whether another try could succeed. */
  public boolean isWorthRetrying() {
    return worthRetrying;
  }
}
