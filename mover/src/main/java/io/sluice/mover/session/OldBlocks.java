package io.sluice.mover.session;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.netty.buffer.ByteBuf;
import io.sluice.mover.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * A range of the file that stands under a target's name, compared with hashes of the new one. What
 * is the same is taken over out of the buffer in which it was hashed: it is read once, and what is
 * taken is what was compared.
 */
final class OldBlocks implements BlockHash.Blocks {
  private final Sink sink;
  private final long offset;
  private final ByteBuf hashes;
  private final BitSet same = new BitSet();
  private final int[] sums;
  private final CRC32C crc = new CRC32C();

  private OldBlocks(Sink sink, long offset, ByteBuf hashes, int[] sums) {
    this.sink = sink;
    this.offset = offset;
    this.hashes = hashes;
    this.sums = sums;
  }

  /**
   * Returns a bit for each block that is the same. What can't be read is not.
   *
   * @param hashes of the blocks, at the reader's index
   * @param buffer to read into
   * @param sums gets CRC32C of each block that is the same
   * @throws IOException where a block can't be taken over
   */
  static BitSet compare(
      IncomingFile file, long offset, int length, ByteBuf hashes, ByteBuffer buffer, int[] sums)
      throws IOException {
    OldBlocks blocks = new OldBlocks(file.sink, offset, hashes, sums);
    new BlockHash().each(file.seed, blocks::read, offset, length, buffer, blocks);
    return blocks.same;
  }

  private int read(ByteBuffer into, long position) {
    try {
      return sink.readBase(into, position);
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public void block(int index, HashValue128 hash, ByteBuffer content) {
    if (BlockHash.isNext(hash, hashes)) {
      same.set(index);
      crc.reset();
      crc.update(content);
      sums[index] = (int) crc.getValue();
    }
  }

  @Override
  public void chunk(int first, ByteBuffer content) throws IOException {
    int count = BlockHash.count(content.remaining());
    for (int from = same.nextSetBit(first); from >= 0; ) {
      int to = Math.min(same.nextClearBit(from), first + count);
      int start = (from - first) * BlockHash.BLOCK;
      int end = Math.min(content.limit(), (to - first) * BlockHash.BLOCK);
      sink.keep(content.slice(start, end - start), offset + (long) from * BlockHash.BLOCK);
      from = same.nextSetBit(to);
    }
  }
}
