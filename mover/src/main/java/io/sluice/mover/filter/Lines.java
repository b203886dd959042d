package io.sluice.mover.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file that holds a pattern or a name a line. */
public final class Lines {
  private Lines() {}

  /**
   * The lines that are not empty and no comment, which begins with {@code #} or {@code ;}. As with
   * rsync, a carriage return ends a line too.
   */
  public static List<byte[]> of(byte[] file) {
    List<byte[]> lines = split(file, false);
    lines.removeIf(line -> line[0] == '#' || line[0] == ';');
    return lines;
  }

  /** The names that are ended by NULs, as {@code find -print0} writes them. None is a comment. */
  public static List<byte[]> endedByNul(byte[] file) {
    return split(file, true);
  }

  private static List<byte[]> split(byte[] file, boolean nul) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= file.length; at++) {
      boolean end =
          at == file.length || (nul ? file[at] == 0 : file[at] == '\n' || file[at] == '\r');
      if (end) {
        if (at > start) {
          lines.add(Arrays.copyOfRange(file, start, at));
        }
        start = at + 1;
      }
    }
    return lines;
  }
}
