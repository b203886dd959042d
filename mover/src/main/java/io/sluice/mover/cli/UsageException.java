package io.sluice.mover.cli;

/** The call was wrong: one line says how, and the command ends with 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
