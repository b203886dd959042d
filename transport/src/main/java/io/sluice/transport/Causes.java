package io.sluice.transport;

/** Says why something native could not be loaded. */
final class Causes {
  private Causes() {}

  /** The first message down the chain of causes that says something, else the class's name. */
  static String text(Throwable cause) {
    for (Throwable next = cause; next != null; next = next.getCause()) {
      if (next.getMessage() != null && !next.getMessage().isBlank()) {
        return next.getMessage();
      }
    }
    return cause.getClass().getSimpleName();
  }
}
