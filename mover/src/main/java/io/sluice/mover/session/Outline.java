package io.sluice.mover.session;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Reads a range of a source, and writes what {@code COMPARE} says of it. Not thread-safe. */
final class Outline {
  private final CRC32C crc = new CRC32C();
  private final BlockHash blocks = new BlockHash();

  /** For the file whose pieces came last. */
  private Cutter cutter;

  /**
   * Returns the range's parts, or {@code null} where it ends early.
   *
   * @param buffer to read into, of a chunk
   * @param out gets the payload
   */
  Parts read(Extent extent, ByteBuffer buffer, ByteBuf out) throws IOException {
    OutgoingFile file = extent.file();
    return file.average > 0 ? pieces(file, extent, buffer, out) : blocks(file, extent, buffer, out);
  }

  private Parts blocks(OutgoingFile file, Extent extent, ByteBuffer buffer, ByteBuf out)
      throws IOException {
    int[] ends = Parts.blocks(extent.length());
    int[] sums = new int[ends.length];
    out.writeInt(BlockHash.BLOCK);
    boolean all =
        blocks.each(
            file.seed,
            file.source::read,
            extent.offset(),
            extent.length(),
            buffer,
            (index, hash, content) -> {
              write(hash, out);
              crc.reset();
              crc.update(content);
              sums[index] = (int) crc.getValue();
            });
    return all ? new Parts(ends, sums) : null;
  }

  private Parts pieces(OutgoingFile file, Extent extent, ByteBuffer buffer, ByteBuf out)
      throws IOException {
    if (cutter == null || !cutter.isFor(file.seed, file.average)) {
      cutter = new Cutter(file.seed, file.average);
    }
    Growing ends = new Growing();
    Growing sums = new Growing();
    out.writeInt(0);
    boolean all =
        cutter.each(
            file.source::read,
            extent.offset(),
            extent.length(),
            buffer,
            (offset, hash, content, from, length) -> {
              out.writeInt(length);
              write(hash, out);
              crc.reset();
              crc.update(content, from, length);
              ends.add((int) (offset - extent.offset()) + length);
              sums.add((int) crc.getValue());
            });
    return all ? new Parts(ends.all(), sums.all()) : null;
  }

  private static void write(HashValue128 hash, ByteBuf out) {
    out.writeLong(hash.getMostSignificantBits()).writeLong(hash.getLeastSignificantBits());
  }

  /** Numbers of which it is not known how many there will be. */
  private static final class Growing {
    private int[] values = new int[256];
    private int count;

    void add(int value) {
      if (count == values.length) {
        values = java.util.Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }

    int[] all() {
      return java.util.Arrays.copyOf(values, count);
    }
  }
}
