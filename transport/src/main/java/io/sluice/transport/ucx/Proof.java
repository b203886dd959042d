package io.sluice.transport.ucx;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that a side holds the key: HMAC-SHA256 over a label of its role, both hellos, in which are
 * the nonces, and what the proof stands before.
 */
final class Proof {
  static final int BYTES = 32;
  static final int NONCE_BYTES = 32;
  static final String CLIENT = "sluice ucx preface 1 client";
  static final String SERVER = "sluice ucx preface 1 server";

  /** For peers of a trusted network, who hold no key: proves nothing, and keeps one wire format. */
  private static final SecretKey PUBLIC =
      new SecretKeySpec("trusted network".getBytes(StandardCharsets.US_ASCII), "HmacSHA256");

  private Proof() {}

  static byte[] of(
      SecretKey key, String role, byte[] clientHello, byte[] serverHello, byte[] subject) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key == null ? PUBLIC : key);
      mac.update(role.getBytes(StandardCharsets.US_ASCII));
      mac.update(clientHello);
      mac.update(serverHello);
      return mac.doFinal(subject);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 cannot be computed", e);
    }
  }

  static boolean matches(byte[] expected, byte[] given) {
    return MessageDigest.isEqual(expected, given);
  }
}
