package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names of the files that a copy keeps next to its target until it is done, hashed so that they fit
 * where the target's name has 255 bytes.
 *
 * <p>The journal is named by the target alone, because its lock is what keeps two copies from one
 * target. The part is named by the target and the version of the source, so that it can't be taken
 * for another version's.
 */
final class Names {
  private static final byte[] PREFIX = ascii(".sluice-");
  private static final byte[] PART = ascii(".part");
  private static final byte[] JOURNAL = ascii(".journal");

  /** Bytes of a hash that go into a name. */
  private static final int HASH = 12;

  private Names() {}

  /** Name of the journal for a target in the same folder. */
  static byte[] journal(BytePath target) {
    return ascii(".sluice-" + hash(target, new byte[0]) + ".journal");
  }

  /** Name of the part for a target in the same folder and a version of its source. */
  static byte[] part(BytePath target, Identity source) {
    return ascii(
        ".sluice-" + hash(target, new byte[0]) + "-" + hash(target, source.bytes()) + ".part");
  }

  /** Name that something small has in the target's folder while it takes the target's place. */
  static byte[] small(BytePath target) {
    return ascii(".sluice-" + hash(target, new byte[0]) + "-small.part");
  }

  /** Whether a name is one of these, which are never content of a tree. */
  static boolean isOurs(byte[] name) {
    return starts(name, PREFIX) && (ends(name, PART) || ends(name, JOURNAL));
  }

  private static boolean starts(byte[] name, byte[] with) {
    return name.length > with.length && Arrays.equals(name, 0, with.length, with, 0, with.length);
  }

  private static boolean ends(byte[] name, byte[] with) {
    int at = name.length - with.length;
    return at > 0 && Arrays.equals(name, at, name.length, with, 0, with.length);
  }

  private static String hash(BytePath target, byte[] more) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    digest.update(target.bytes());
    digest.update((byte) 0);
    digest.update(more);
    return HexFormat.of().formatHex(digest.digest(), 0, HASH);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * What makes a part usable for a source: nothing else than what is equal here may be resumed.
   *
   * @param size of the source in bytes
   * @param seconds of its last change
   * @param nanos of its last change
   * @param extent bytes an extent
   */
  record Identity(long size, long seconds, int nanos, int extent) {
    static final int BYTES = 24;

    static Identity of(Attributes source, int extent) {
      return new Identity(source.size(), source.modifiedSeconds(), source.modifiedNanos(), extent);
    }

    static Identity read(ByteBuffer from) {
      return new Identity(from.getLong(), from.getLong(), from.getInt(), from.getInt());
    }

    byte[] bytes() {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES);
      bytes.putLong(size).putLong(seconds).putInt(nanos).putInt(extent);
      return bytes.array();
    }
  }
}
