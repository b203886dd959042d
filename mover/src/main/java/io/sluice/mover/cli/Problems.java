package io.sluice.mover.cli;

import io.sluice.mover.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;

/** Tells people what went wrong, in a line, and programs, in a status. */
final class Problems {
  private Problems() {}

  /** Tells of {@code e}, with its stack only where {@code debug} says so. */
  static int tell(Terminal terminal, Exception e, boolean debug) {
    terminal.complain(line(e));
    if (debug) {
      StringWriter stack = new StringWriter();
      e.printStackTrace(new PrintWriter(stack));
      terminal.tell(ByteText.of(stack.toString().stripTrailing()));
    } else if (isOurs(e)) {
      terminal.tell("This is a defect of mover's; --debug shows where it is.");
    }
    return e instanceof UsageException ? Exit.USAGE : Exit.FAILED;
  }

  private static String line(Exception e) {
    if (e instanceof UsageException) {
      return e.getMessage();
    }
    if (e instanceof StoreException store) {
      return ByteText.of(store.path()) + ": " + ByteText.of(store.reason());
    }
    if (e instanceof IOException && e.getMessage() != null) {
      return ByteText.of(e.getMessage());
    }
    return ByteText.of(e.toString());
  }

  private static boolean isOurs(Exception e) {
    return !(e instanceof UsageException || e instanceof IOException || e instanceof BindException);
  }
}
