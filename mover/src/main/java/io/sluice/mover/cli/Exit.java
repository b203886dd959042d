package io.sluice.mover.cli;

/** Statuses that scripts rely on. */
final class Exit {
  /** Every byte asked for is there. */
  static final int OK = 0;

  /** Something failed, and was listed. */
  static final int FAILED = 1;

  /** The call was wrong. */
  static final int USAGE = 2;

  /** Can't connect, authenticate, or use the transport that was required. */
  static final int CONNECT = 3;

  /** What arrived kept differing from what was sent. */
  static final int VERIFICATION = 4;

  /** {@code verify} found differences. */
  static final int DIFFERENT = 5;

  /** Ended by a signal: this plus its number. */
  static final int SIGNAL = 128;

  private Exit() {}
}
