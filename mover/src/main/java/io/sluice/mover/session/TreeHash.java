package io.sluice.mover.session;

import io.sluice.mover.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a whole file, by which both sides agree that its content is equal. */
final class TreeHash {
  /** Bytes of a hash. */
  static final int LENGTH = 32;

  private static final ThreadLocal<ByteBuffer> BUFFER =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(128 << 10));

  private TreeHash() {}

  /** Reads all of a source and closes it. */
  static byte[] of(Source source) throws IOException {
    try (source) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer buffer = BUFFER.get();
      long position = 0;
      while (source.read(buffer.clear(), position) > 0) {
        position += buffer.flip().remaining();
        digest.update(buffer);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
