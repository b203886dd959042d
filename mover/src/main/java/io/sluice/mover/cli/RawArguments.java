package io.sluice.mover.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The arguments as the kernel has them. The JVM decodes its arguments by the locale, and under
 * {@code LC_ALL=C} puts a question mark in place of every byte above 127: the file that was asked
 * for can't be named any more, nor can it be seen that it can't. {@code /proc/self/cmdline} has all
 * bytes, each argument ended by a NUL; those of the program are the last ones.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_cmdline.5.html">proc(5)</a>
 */
final class RawArguments {
  private RawArguments() {}

  /**
   * The arguments as strings in which each char is one byte.
   *
   * @param decoded what the JVM made of them: says how many there are, and stands in where {@code
   *     /proc} can't be read
   */
  static String[] of(String[] decoded) {
    try {
      return last(Files.readAllBytes(Path.of("/proc/self/cmdline")), decoded);
    } catch (IOException e) {
      return utf8(decoded);
    }
  }

  /** The last arguments of a command line, as many as {@code decoded} has. */
  static String[] last(byte[] commandLine, String[] decoded) {
    String[] raw = new String[decoded.length];
    int end = commandLine.length;
    for (int i = raw.length - 1; i >= 0; i--) {
      if (end == 0 || commandLine[end - 1] != 0) {
        return utf8(decoded);
      }
      int start = end - 1;
      while (start > 0 && commandLine[start - 1] != 0) {
        start--;
      }
      raw[i] = new String(commandLine, start, end - 1 - start, StandardCharsets.ISO_8859_1);
      end = start;
    }
    return raw;
  }

  private static String[] utf8(String[] decoded) {
    String[] raw = new String[decoded.length];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = ByteText.of(decoded[i]);
    }
    return raw;
  }
}
