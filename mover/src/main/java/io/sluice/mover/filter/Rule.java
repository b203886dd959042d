package io.sluice.mover.filter;

import java.util.Arrays;

/** One include or exclude pattern. Immutable. */
final class Rule {
  private final boolean include;
  private final byte[] text;
  private final byte[] pattern;
  private final Glob glob;
  private final boolean foldersOnly;
  private final boolean anchored;
  private final int slashes;
  private final boolean stars;
  private final boolean starsFirst;
  private final boolean starsLast;

  /** The rule with this pattern, as in rsync's manual; it must not be empty. */
  Rule(boolean include, byte[] text) {
    this.include = include;
    this.text = text;
    foldersOnly = text.length > 1 && text[text.length - 1] == '/';
    anchored = text[0] == '/';
    pattern = Arrays.copyOfRange(text, anchored ? 1 : 0, text.length - (foldersOnly ? 1 : 0));
    int count = 0;
    boolean wild = false;
    int pair = -1;
    for (int at = 0; at < pattern.length; at++) {
      count += pattern[at] == '/' ? 1 : 0;
      wild |= pattern[at] == '*' || pattern[at] == '[' || pattern[at] == '?';
      boolean isPair = at > 0 && pattern[at] == '*' && pattern[at - 1] == '*';
      pair = isPair && pair < 0 ? at - 1 : pair;
    }
    slashes = count;
    glob = wild ? Glob.of(pattern) : null;
    stars = pair >= 0;
    starsFirst = pair == 0 && !anchored;
    int end = pattern.length;
    starsLast =
        end >= 3 && pattern[end - 1] == '*' && pattern[end - 2] == '*' && pattern[end - 3] == '*';
  }

  /** Whether what it fits takes part. */
  boolean includes() {
    return include;
  }

  /** The pattern as it was given. */
  byte[] text() {
    return text;
  }

  /**
   * Whether it fits.
   *
   * @param path the path with a slash before and behind
   * @param folder whether it is a folder's
   */
  boolean fits(byte[] path, boolean folder) {
    if (foldersOnly && !folder) {
      return false;
    }
    // Two stars in front stand for the root's slash as well, three at the end for a folder's.
    int from = starsFirst ? 0 : 1;
    int to = path.length - (starsLast && folder ? 0 : 1);
    if (anchored || starsFirst) {
      return fits(path, from, to);
    }
    if (!stars) {
      // As many components from the end as the pattern has.
      int start = to;
      for (int left = slashes + 1; left > 0; left--) {
        if (start < from) {
          return false;
        }
        do {
          start--;
        } while (start >= from && path[start] != '/');
      }
      return fits(path, start + 1, to);
    }
    for (int start = from; start <= to; start++) {
      if (path[start - 1] == '/' && fits(path, start, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean fits(byte[] path, int from, int to) {
    return glob == null
        ? Arrays.equals(pattern, 0, pattern.length, path, from, to)
        : glob.matches(path, from, to);
  }
}
