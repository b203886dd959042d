package io.sluice.transport.ucx;

import java.io.IOException;

/** The connection can't be upgraded, or the peer's preface can't be accepted. */
final class PrefaceException extends IOException {
  private final Fallback fallback;

  PrefaceException(Fallback fallback, String message) {
    super(message);
    this.fallback = fallback;
  }

  Fallback fallback() {
    return fallback;
  }
}
