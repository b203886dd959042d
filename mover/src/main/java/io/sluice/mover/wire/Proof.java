package io.sluice.mover.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof that a side holds the session's key: HMAC-SHA256 under that key over a label of its
 * role and both complete hello payloads, each behind its length. The hellos hold both nonces, the
 * session's and the stream's number, versions, features and addresses: none of them can be changed
 * on the way, and no proof fits another connection, another role or another time.
 */
public final class Proof {
  /** Bytes of a proof. */
  public static final int LENGTH = 32;

  private static final byte[] CLIENT = "sluice/1 client".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SERVER = "sluice/1 server".getBytes(StandardCharsets.US_ASCII);

  private Proof() {}

  /** The client's proof. */
  public static byte[] ofClient(byte[] key, byte[] clientHello, byte[] serverHello) {
    return prove(key, CLIENT, clientHello, serverHello);
  }

  /** The server's proof. */
  public static byte[] ofServer(byte[] key, byte[] clientHello, byte[] serverHello) {
    return prove(key, SERVER, clientHello, serverHello);
  }

  /** Whether two proofs are equal, in a time that does not tell where they differ. */
  public static boolean same(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }

  private static byte[] prove(byte[] key, byte[] label, byte[] client, byte[] server) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((byte) label.length);
      mac.update(label);
      update(mac, client);
      update(mac, server);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static void update(Mac mac, byte[] bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      mac.update((byte) (bytes.length >>> shift));
    }
    mac.update(bytes);
  }
}
