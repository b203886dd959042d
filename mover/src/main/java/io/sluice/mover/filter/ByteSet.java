package io.sluice.mover.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.BitSet;
import java.util.Map;
import java.util.function.IntPredicate;

/** The set of bytes that a pattern has in brackets. */
final class ByteSet {
  private static final Map<String, IntPredicate> CLASSES =
      Map.ofEntries(
          Map.entry("alnum", ByteSet::alphanumeric),
          Map.entry("alpha", ByteSet::letter),
          Map.entry("blank", b -> b == ' ' || b == '\t'),
          Map.entry("cntrl", b -> b < 0x20 || b == 0x7f),
          Map.entry("digit", ByteSet::digit),
          Map.entry("graph", b -> b > 0x20 && b < 0x7f),
          Map.entry("lower", b -> b >= 'a' && b <= 'z'),
          Map.entry("print", b -> b >= 0x20 && b < 0x7f),
          Map.entry("punct", b -> b > 0x20 && b < 0x7f && !alphanumeric(b)),
          Map.entry("space", b -> b == ' ' || (b >= '\t' && b <= '\r')),
          Map.entry("upper", b -> b >= 'A' && b <= 'Z'),
          Map.entry("xdigit", b -> digit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F')));

  private final byte[] pattern;
  private final BitSet bytes = new BitSet(256);
  private int at;
  private boolean valid;

  /** Reads the set whose opening bracket is before {@code at}. */
  ByteSet(byte[] pattern, int at) {
    this.pattern = pattern;
    this.at = at;
    this.valid = read();
    if (!valid) {
      this.at = pattern.length;
    }
  }

  private static boolean digit(int b) {
    return b >= '0' && b <= '9';
  }

  private static boolean letter(int b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }

  private static boolean alphanumeric(int b) {
    return letter(b) || digit(b);
  }

  /** Whether it has an end, and no class that does not exist. */
  boolean isValid() {
    return valid;
  }

  /** Where the pattern goes on. */
  int end() {
    return at;
  }

  /** The bytes that are in it. */
  BitSet bytes() {
    return bytes;
  }

  private int peek(int ahead) {
    return at + ahead < pattern.length ? pattern[at + ahead] & 0xff : -1;
  }

  private boolean read() {
    boolean inverted = peek(0) == '!' || peek(0) == '^';
    if (inverted) {
      at++;
    }
    int previous = 0;
    // A bracket that closes is a member where it comes first.
    for (boolean first = true; first || peek(0) != ']'; first = false) {
      int b = peek(0);
      if (b < 0) {
        return false;
      }
      at++;
      if (b == '\\') {
        b = peek(0);
        if (b < 0) {
          return false;
        }
        at++;
        bytes.set(b);
      } else if (b == '-' && previous > 0 && peek(0) >= 0 && peek(0) != ']') {
        b = peek(0);
        at++;
        if (b == '\\') {
          b = peek(0);
          at++;
        }
        if (b < 0) {
          return false;
        }
        if (previous <= b) {
          bytes.set(previous, b + 1);
        }
        b = 0;
      } else if (b == '[' && peek(0) == ':') {
        int close = at + 1;
        while (close < pattern.length && pattern[close] != ']') {
          close++;
        }
        if (close >= pattern.length) {
          return false;
        }
        if (close - 1 <= at || pattern[close - 1] != ':') {
          bytes.set('[');
        } else {
          IntPredicate kind = CLASSES.get(new String(pattern, at + 1, close - at - 2, US_ASCII));
          if (kind == null) {
            return false;
          }
          for (int member = 0; member < 256; member++) {
            if (kind.test(member)) {
              bytes.set(member);
            }
          }
          at = close + 1;
          b = 0;
        }
      } else {
        bytes.set(b);
      }
      previous = b;
    }
    at++;
    if (inverted) {
      bytes.flip(0, 256);
    }
    return true;
  }
}
