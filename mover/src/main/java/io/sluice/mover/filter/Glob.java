package io.sluice.mover.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern with wildcards as rsync understands them, on bytes: {@code *} is any number of bytes
 * but no slash, {@code **} slashes too, {@code ?} one byte that is no slash, {@code [a-z]} one of a
 * set that may have ranges, POSIX classes ({@code [[:digit:]]}) and a {@code !} or {@code ^} in
 * front, and a backslash takes the next byte as it is. Immutable.
 */
final class Glob {
  private static final int STAR = -1;
  private static final int STARS = -2;
  private static final int ANY = -3;
  private static final int NEVER = -4;
  private static final int SET = -5;

  /** A byte from 0 to 255, one of the above, or {@code SET - n} for the set with index n. */
  private final int[] tokens;

  private final List<BitSet> sets;

  private Glob(int[] tokens, List<BitSet> sets) {
    this.tokens = tokens;
    this.sets = sets;
  }

  /**
   * The pattern in these bytes, of which every sequence is one: a set without an end never fits.
   */
  static Glob of(byte[] pattern) {
    List<BitSet> sets = new ArrayList<>();
    int[] tokens = new int[pattern.length];
    int count = 0;
    for (int at = 0; at < pattern.length; ) {
      int b = pattern[at] & 0xff;
      at++;
      switch (b) {
        case '*' -> {
          int stars = 1;
          while (at < pattern.length && pattern[at] == '*') {
            at++;
            stars++;
          }
          b = stars == 1 ? STAR : STARS;
        }
        case '?' -> b = ANY;
        case '\\' -> {
          b = at < pattern.length ? pattern[at] & 0xff : NEVER;
          at++;
        }
        case '[' -> {
          ByteSet set = new ByteSet(pattern, at);
          at = set.end();
          if (set.isValid()) {
            b = SET - sets.size();
            sets.add(set.bytes());
          } else {
            b = NEVER;
          }
        }
        default -> {}
      }
      tokens[count++] = b;
    }
    return new Glob(Arrays.copyOf(tokens, count), sets);
  }

  /**
   * Whether it fits all the bytes from {@code from} to before {@code to}.
   *
   * <p>Where a byte does not fit, the last star takes one byte more and all behind it is tried
   * again. Earlier ones need not: a star before it can only move what is between them to the right
   * within the same component. The last {@code **} is held apart, because a {@code *} stops at a
   * slash where it does not. So the time is bounded by a polynomial, whatever the pattern.
   */
  boolean matches(byte[] text, int from, int to) {
    int token = 0;
    int at = from;
    int star = -1;
    int starAt = 0;
    int stars = -1;
    int starsAt = 0;
    while (true) {
      if (token < tokens.length && tokens[token] == STAR) {
        star = ++token;
        starAt = at;
      } else if (token < tokens.length && tokens[token] == STARS) {
        stars = ++token;
        starsAt = at;
        star = -1;
      } else if (token == tokens.length && at == to) {
        return true;
      } else if (token < tokens.length && at < to && fits(tokens[token], text[at] & 0xff)) {
        token++;
        at++;
      } else if (star >= 0 && starAt < to && text[starAt] != '/') {
        token = star;
        at = ++starAt;
      } else if (stars >= 0 && starsAt < to) {
        token = stars;
        at = ++starsAt;
        star = -1;
      } else {
        return false;
      }
    }
  }

  private boolean fits(int token, int b) {
    if (token >= 0) {
      return token == b;
    }
    if (b == '/' || token == NEVER) {
      return false;
    }
    return token == ANY || sets.get(SET - token).get(b);
  }
}
