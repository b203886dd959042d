package io.sluice.mover.ssh;

import java.io.IOException;

/**
 * A server could not be started by ssh. The message is for people, says what to do where that is
 * known, and does not name the host.
 */
public final class SshException extends IOException {
  private static final long serialVersionUID = 1;

  SshException(String message) {
    super(message);
  }

  SshException(String message, Throwable cause) {
    super(message, cause);
  }
}
