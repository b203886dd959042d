package io.sluice.mover.verify;

import io.sluice.mover.Source;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Compares the bytes of two files. */
final class Content {
  private static final int BLOCK = 256 << 10;

  private static final ThreadLocal<ByteBuffer> FIRST =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BLOCK));
  private static final ThreadLocal<ByteBuffer> SECOND =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BLOCK));

  private Content() {}

  /**
   * Offset of the first byte in which they differ, or -1. What is a hole in both is not read.
   *
   * @param size bytes that both have
   * @param sparse whether one has holes
   */
  static long mismatch(Source first, Source second, long size, boolean sparse) throws IOException {
    ByteBuffer left = FIRST.get();
    ByteBuffer right = SECOND.get();
    long at = 0;
    while (at < size) {
      if (sparse) {
        at = Math.min(first.nextData(at), second.nextData(at));
        if (at >= size) {
          return -1;
        }
      }
      int length = (int) Math.min(BLOCK, size - at);
      fill(first, left.clear().limit(length), at);
      fill(second, right.clear().limit(length), at);
      int mismatch = left.flip().mismatch(right.flip());
      if (mismatch >= 0) {
        return at + mismatch;
      }
      if (left.limit() < length) {
        // Both were cut short at the same length.
        return -1;
      }
      at += length;
    }
    return -1;
  }

  private static void fill(Source source, ByteBuffer into, long position) throws IOException {
    while (into.hasRemaining()) {
      if (source.read(into, position + into.position()) <= 0) {
        return;
      }
    }
  }
}
