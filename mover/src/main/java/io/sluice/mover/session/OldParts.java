package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.wire.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Parts of the file that stands under a target's name, compared with what {@code COMPARE} says of
 * the new one. What is the same is taken over out of the buffer in which it was hashed: what is
 * taken is what was compared.
 *
 * @param parts of the range
 * @param same a bit for each that is the same, and now where it belongs
 */
record OldParts(Parts parts, BitSet same) {
  /** More parts than this are in no range. */
  private static final int MOST = 4096;

  /**
   * Compares a range.
   *
   * @param payload of the frame
   * @param buffer to read into, of a chunk
   * @throws IOException where a part can't be taken over
   */
  static OldParts compare(
      IncomingFile file, long offset, int length, ByteBuf payload, ByteBuffer buffer)
      throws IOException {
    int block = Fields.integer(payload);
    if (block == 0 && file.pieces != null) {
      return OldPieces.compare(file, offset, ends(payload, length), payload, buffer);
    }
    if (block != BlockHash.BLOCK
        || file.pieces != null
        || payload.readableBytes() != BlockHash.count(length) * BlockHash.LENGTH) {
      throw new Fields.MalformedException("a comparison is out of range");
    }
    return OldBlocks.compare(file, offset, length, payload, buffer);
  }

  /** The ends of pieces whose lengths and hashes follow; the reader's index stays. */
  private static int[] ends(ByteBuf payload, int length) {
    int each = Integer.BYTES + BlockHash.LENGTH;
    int count = payload.readableBytes() / each;
    if (count > MOST || payload.readableBytes() != count * each) {
      throw new Fields.MalformedException("a comparison is out of range");
    }
    int[] ends = new int[count];
    int end = 0;
    for (int i = 0; i < count; i++) {
      int piece = payload.getInt(payload.readerIndex() + i * each);
      if (piece <= 0 || piece > length - end) {
        throw new Fields.MalformedException("a comparison is out of range");
      }
      end += piece;
      ends[i] = end;
    }
    if (end != length) {
      throw new Fields.MalformedException("a comparison is out of range");
    }
    return ends;
  }
}
