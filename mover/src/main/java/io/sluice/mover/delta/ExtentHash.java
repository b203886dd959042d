package io.sluice.mover.delta;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/**
 * SHA-256 of a range: by which two sides agree that a range is equal. CRC32C is enough to find
 * damage on the way, not to declare equality.
 */
public final class ExtentHash {
  /** Bytes of a hash. */
  public static final int LENGTH = 32;

  /** Bytes that are read at once. */
  static final int CHUNK = 256 << 10;

  private ExtentHash() {}

  /** Reads content, as a source and a sink do. */
  public interface Reader {
    /** Reads at a position: how many bytes, or -1 at the end. */
    int read(ByteBuffer into, long position) throws IOException;
  }

  /**
   * The hash, or {@code null} where the range ends early.
   *
   * @param buffer to read into
   * @param sum gets the range's bytes too
   */
  public static byte[] of(Reader reader, long offset, int length, ByteBuf buffer, CRC32C sum)
      throws IOException {
    MessageDigest digest = sha256();
    ByteBuffer into = buffer.internalNioBuffer(0, Math.min(buffer.capacity(), CHUNK));
    int start = into.position();
    int most = into.remaining();
    long done = 0;
    while (done < length) {
      into.position(start).limit(start + (int) Math.min(most, length - done));
      int read = reader.read(into, offset + done);
      if (read <= 0) {
        return null;
      }
      into.flip().position(start);
      digest.update(into);
      sum.update(into.position(start));
      done += read;
    }
    return digest.digest();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
