package io.sluice.mover;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A file's path as the bytes that the kernel knows, because a name on Linux is any bytes but NUL
 * and the slash, and {@code String} loses those that are not valid in the locale. Immutable.
 */
public final class BytePath implements Comparable<BytePath> {
  private final byte[] bytes;

  private BytePath(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        throw new IllegalArgumentException("a path can't hold a NUL byte");
      }
    }
    this.bytes = bytes;
  }

  /** The path with these bytes, which are copied. */
  public static BytePath of(byte[] bytes) {
    return new BytePath(Arrays.copyOf(bytes, bytes.length));
  }

  /**
   * The path of this very array, without a copy: for who has just made it and keeps no hold of it.
   */
  public static BytePath wrap(byte[] bytes) {
    return new BytePath(bytes);
  }

  /** The path with the UTF-8 bytes of {@code text}. */
  public static BytePath of(String text) {
    return new BytePath(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    // Not clone(): where only the first compiler runs, that is a call into the JVM.
    return Arrays.copyOf(bytes, bytes.length);
  }

  /** Copies the bytes to {@code into} at index {@code at}; positions stay. */
  public void copyTo(ByteBuffer into, int at) {
    into.put(at, bytes);
  }

  /** Copies the bytes to {@code into} from index {@code at} on. */
  public void copyTo(byte[] into, int at) {
    System.arraycopy(bytes, 0, into, at, bytes.length);
  }

  /** Number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** The byte at {@code index}. */
  public byte at(int index) {
    return bytes[index];
  }

  /** Whether it has no bytes. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Whether it begins with a slash. */
  public boolean isAbsolute() {
    return bytes.length > 0 && bytes[0] == '/';
  }

  /** Whether it ends with a slash. */
  public boolean endsWithSlash() {
    return bytes.length > 0 && bytes[bytes.length - 1] == '/';
  }

  /** Whether the bytes are valid UTF-8. */
  public boolean isUtf8() {
    return Arrays.equals(bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(UTF_8));
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;

  /** The last component, without trailing slashes; empty for {@code "/"} and the empty path. */
  public BytePath name() {
    int end = endWithoutSlashes();
    int start = lastSlash(end) + 1;
    return new BytePath(Arrays.copyOfRange(bytes, start, end));
  }

  /**
   * All but the last component: {@code "/a"} for {@code "/a/b/"}, {@code "/"} for {@code "/a"}, the
   * empty path for {@code "a"}, {@code "/"} for {@code "/"}.
   */
  public BytePath parent() {
    int end = endWithoutSlashes();
    if (end == 0 && isAbsolute()) {
      return new BytePath(new byte[] {'/'});
    }
    int slash = lastSlash(end);
    if (slash < 0) {
      return new BytePath(new byte[0]);
    }
    while (slash > 0 && bytes[slash - 1] == '/') {
      slash--;
    }
    return new BytePath(Arrays.copyOf(bytes, Math.max(slash, 1)));
  }

  /** This path, a slash where one is needed, and {@code child}; an empty side adds nothing. */
  public BytePath resolve(BytePath child) {
    if (child.isAbsolute() || bytes.length == 0) {
      return child;
    }
    if (child.isEmpty()) {
      return this;
    }
    int gap = endsWithSlash() ? 0 : 1;
    byte[] joined = Arrays.copyOf(bytes, bytes.length + gap + child.bytes.length);
    joined[bytes.length] = '/';
    System.arraycopy(child.bytes, 0, joined, bytes.length + gap, child.bytes.length);
    return new BytePath(joined);
  }

  /** See {@link #resolve(BytePath)}. */
  public BytePath resolve(String child) {
    return resolve(of(child));
  }

  private int endWithoutSlashes() {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == '/') {
      end--;
    }
    return end;
  }

  private int lastSlash(int end) {
    int at = end - 1;
    while (at >= 0 && bytes[at] != '/') {
      at--;
    }
    return at;
  }

  /** Orders by unsigned bytes, as {@code memcmp}. */
  @Override
  public int compareTo(BytePath other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BytePath path && Arrays.equals(bytes, path.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /**
   * For people: the text where the bytes are UTF-8 without control characters, else with {@code
   * \xNN} in place of each byte that is not.
   */
  @Override
  public String toString() {
    String text = new String(bytes, UTF_8);
    boolean plain = isUtf8() && text.chars().noneMatch(Character::isISOControl);
    if (plain) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    for (byte b : bytes) {
      if (b >= 0x20 && b < 0x7f) {
        escaped.append((char) b);
      } else {
        escaped.append(String.format(Locale.ROOT, "\\x%02x", b & 0xff));
      }
    }
    return escaped.toString();
  }
}
