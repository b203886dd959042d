package io.sluice.mover.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.logging.LogManager;

/**
 * Keeps what libraries log at INFO off the command's standard error, where each line has a meaning.
 * Warnings stay. With {@code --debug}, or where the user configured {@code java.util.logging}
 * himself, everything is as Java has it.
 *
 * <p>Public, because the log manager makes it when something is first logged; a command that logs
 * nothing never loads it.
 */
public final class LibraryLog {
  private static final String CLASS = "java.util.logging.config.class";
  private static final String FILE = "java.util.logging.config.file";

  /** Configures the log manager, which makes this and wants nothing else of it. */
  public LibraryLog() throws IOException {
    String settings = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n";
    LogManager.getLogManager()
        .readConfiguration(
            new ByteArrayInputStream(settings.getBytes(StandardCharsets.ISO_8859_1)));
  }

  static void keepQuiet(String[] args) {
    boolean configured = System.getProperty(CLASS) != null || System.getProperty(FILE) != null;
    if (!configured && !Arrays.asList(args).contains("--debug")) {
      System.setProperty(CLASS, LibraryLog.class.getName());
    }
  }
}
