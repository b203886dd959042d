package io.sluice.mover.delta;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.netty.buffer.ByteBuf;
import io.sluice.mover.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.zip.CRC32C;

/** Takes blocks of the older file over that are right at their place. It is read once. */
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
   * Compares the blocks of a range. What can't be read is not the same.
   *
   * @param hashes of the blocks, at the reader's index
   * @param buffer to read into
   * @throws IOException where a block can't be taken over
   */
  static OldParts compare(
      Sink sink, long seed, long offset, int length, ByteBuf hashes, ByteBuffer buffer)
      throws IOException {
    Parts parts = new Parts(Parts.blocks(length), new int[BlockHash.count(length)]);
    OldBlocks blocks = new OldBlocks(sink, offset, hashes, parts.sums());
    new BlockHash().each(seed, blocks::read, offset, length, buffer, blocks);
    return new OldParts(parts, blocks.same);
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
