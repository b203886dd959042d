package io.sluice.mover.session;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC32C of a whole file, holes included: the last look at one that was put together from an older
 * one and from what differed. Its blocks were declared equal by SHA-256; this finds what came to be
 * wrong after that, or between them.
 */
final class WholeFile {
  private WholeFile() {}

  static int sum(ExtentHash.Reader reader, long size) throws IOException {
    CRC32C crc = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocateDirect(SendStream.CHUNK);
    for (long at = 0; at < size; ) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), size - at));
      int read = reader.read(buffer, at);
      if (read <= 0) {
        throw new EOFException("ends before its end");
      }
      crc.update(buffer.flip());
      at += read;
    }
    return (int) crc.getValue();
  }
}
