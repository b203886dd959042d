package io.sluice.mover.cli;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What the libraries log: nothing without {@code --debug}, because the report tells all of it. */
final class Logs {
  private static final Logger ROOT = Logger.getLogger("");

  private Logs() {}

  /** Before anything logs. */
  static void silence() {
    // Named, so that Netty does not first look for three others.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    ROOT.setLevel(Level.OFF);
  }
}
