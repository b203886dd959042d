package io.sluice.mover.cli;

import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import java.nio.charset.StandardCharsets;

/**
 * Text on its way to or from the outside: a string in which each char is one byte. So a name that
 * is valid in no locale passes through every string method and comes out as it went in.
 */
final class ByteText {
  private ByteText() {}

  /** The UTF-8 bytes of {@code text}. */
  static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7e) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      }
    }
    return text;
  }

  /**
   * The bytes of {@code path}, but {@code \xNN} for control characters: a file's name must neither
   * break a line in two nor talk to the terminal.
   */
  static String of(BytePath path) {
    StringBuilder text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      int b = path.at(i) & 0xff;
      if (b < 0x20 || b == 0x7f) {
        text.append("\\x").append(Character.forDigit(b >> 4, 16));
        text.append(Character.forDigit(b & 15, 16));
      } else {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  /** {@code host2: /data/f: No space left on device}. */
  static String of(Failure failure) {
    StringBuilder text = new StringBuilder();
    if (!"here".equals(failure.side())) {
      text.append(of(failure.side())).append(": ");
    }
    if (failure.path() != null) {
      text.append(of(failure.path())).append(": ");
    }
    return text.append(of(failure.cause())).toString();
  }

  /** The path whose bytes an argument has. */
  static BytePath path(String argument) {
    return BytePath.of(bytes(argument));
  }

  /** The bytes that the chars stand for. */
  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Bytes that are UTF-8, as text for an interface that wants text. */
  static String decoded(String argument) {
    return new String(bytes(argument), StandardCharsets.UTF_8);
  }
}
