package io.sluice.mover.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.mover.wire.Hello;
import io.sluice.transport.Transport;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether data streams leave TCP, and by which key. The control channel never does: over it the two
 * sides learn whether both can. The key is not the session's own but made from it, so that nothing
 * that is said with the one can be used with the other.
 */
final class Upgrade {
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] PURPOSE = "SLUICE/1 upgrade".getBytes(US_ASCII);

  private Upgrade() {}

  /** The features by which a server that listens with the transport says so. */
  static long features(Transport transport) {
    return transport.upgrades() ? Hello.UPGRADES : 0;
  }

  /** Whether a client's data streams begin with the transport's preface. */
  static boolean isPossible(Transport transport, Hello server) {
    return transport.upgrades() && (server.features() & Hello.UPGRADES) != 0;
  }

  /** The key of the transport, from that of the session. */
  static SecretKey key(byte[] session) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(session, ALGORITHM));
      return new SecretKeySpec(mac.doFinal(PURPOSE), ALGORITHM);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
