package io.sluice.mover.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output and standard error, written as bytes: see {@link ByteText}. A reader that went
 * away is no error of the copy's, so writing never fails. Thread-safe; a line is never torn.
 */
final class Terminal {
  private final OutputStream out;
  private final OutputStream err;
  private final boolean errIsTerminal;
  private final int columns;
  private String bar = "";

  Terminal(OutputStream out, OutputStream err, boolean errIsTerminal, int columns) {
    this.out = out;
    this.err = err;
    this.errIsTerminal = errIsTerminal;
    this.columns = columns;
  }

  /** This process's own. The launcher exports the width where the shell knows it. */
  static Terminal ofProcess() {
    int columns = 80;
    String width = System.getenv("COLUMNS");
    if (width != null) {
      try {
        columns = Math.max(20, Integer.parseInt(width));
      } catch (NumberFormatException e) {
        columns = 80;
      }
    }
    return new Terminal(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        isTerminal(2),
        columns);
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a person watches standard error. */
  boolean isWatched() {
    return errIsTerminal;
  }

  /** Columns of the terminal. */
  int columns() {
    return columns;
  }

  /** A line to standard output. */
  synchronized void print(String line) {
    clearBar();
    write(out, line + "\n");
  }

  /** A line to standard error. */
  synchronized void tell(String line) {
    clearBar();
    write(err, line + "\n");
  }

  /** {@code mover: } and a line to standard error: something went wrong. */
  void complain(String line) {
    tell("mover: " + line);
  }

  /** Paints a line on standard error over the one painted before. */
  synchronized void bar(String line) {
    String fitting = line.length() < columns ? line : line.substring(0, columns - 1);
    String blank = " ".repeat(Math.max(0, bar.length() - fitting.length()));
    write(err, "\r" + fitting + blank + "\r");
    bar = fitting;
  }

  /** Takes the painted line away. */
  synchronized void clearBar() {
    if (!bar.isEmpty()) {
      write(err, "\r" + " ".repeat(bar.length()) + "\r");
      bar = "";
    }
  }

  /** For what prints by itself, such as a page of help. Chars above 255 are lost. */
  PrintWriter printer() {
    return new PrintWriter(new OutputStreamWriter(out, StandardCharsets.ISO_8859_1), true);
  }

  private static void write(OutputStream stream, String text) {
    try {
      stream.write(ByteText.bytes(text));
      stream.flush();
    } catch (IOException e) {
      // A closed pipe: whoever read has seen enough.
    }
  }
}
