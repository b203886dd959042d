package io.sluice.mover.session;

import io.sluice.mover.wire.Hello;
import java.security.SecureRandom;
import java.util.List;

/** Makes hellos. */
final class Handshakes {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Handshakes() {}

  static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  static Hello hello(long features, byte[] session, int stream, List<Hello.Address> addresses) {
    return new Hello(
        Hello.MAJOR,
        Hello.MINOR,
        features,
        random(32),
        session,
        stream,
        HostIdentity.HERE,
        "sluice " + version(),
        addresses);
  }

  static String version() {
    String version = Handshakes.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  static String versions(Hello there) {
    return "this side speaks "
        + Hello.MAJOR
        + "."
        + Hello.MINOR
        + " ("
        + version()
        + "), the peer "
        + there.major()
        + "."
        + there.minor()
        + " ("
        + there.software()
        + ")";
  }
}
