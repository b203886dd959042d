package io.sluice.mover;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The secret that both sides of a session hold: 16 to 1,024 printable ASCII bytes without spaces.
 * Its key, the SHA-256 of those bytes, proves a peer. It never prints itself.
 */
public final class Token {
  private static final int LEAST = 16;
  private static final int MOST = 1024;

  private final byte[] key;

  private Token(byte[] key) {
    this.key = key;
  }

  /**
   * The token with these bytes; one newline at the end is dropped.
   *
   * @throws IllegalArgumentException where the bytes are no token; the message does not quote them
   */
  public static Token of(byte[] bytes) {
    int length = bytes.length;
    if (length > 0 && bytes[length - 1] == '\n') {
      length--;
    }
    if (length < LEAST || length > MOST) {
      throw new IllegalArgumentException(
          "a token has " + LEAST + " to " + MOST + " bytes, this has " + length);
    }
    for (int i = 0; i < length; i++) {
      if (bytes[i] <= ' ' || bytes[i] > '~') {
        throw new IllegalArgumentException(
            "a token is printable ASCII without spaces, its byte " + (i + 1) + " is not");
      }
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(bytes, 0, length);
      return new Token(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** See {@link #of(byte[])}. */
  public static Token of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 32 bytes of the key, a copy. Not for logs. */
  public byte[] key() {
    return key.clone();
  }

  @Override
  public String toString() {
    return "Token";
  }
}
