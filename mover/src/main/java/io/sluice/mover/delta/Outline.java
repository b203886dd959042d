package io.sluice.mover.delta;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Reads a range of a source, and writes what {@code COMPARE} says of it. Not thread-safe. */
public final class Outline {
  private final CRC32C crc = new CRC32C();
  private final BlockHash blocks = new BlockHash();

  /** For the file whose pieces came last. */
  private Cutter cutter;

  /**
   * Bytes that one frame compares.
   *
   * @param average bytes of a piece, or 0 where blocks are compared
   */
  public static int range(int average) {
    return average > 0 ? Cutter.range(average) : BlockHash.RANGE;
  }

  /** Whether a peer may ask for pieces of that many bytes on average. */
  public static boolean isAverage(int average) {
    return Cutter.isAverage(average);
  }

  /**
   * Returns a range's parts, or {@code null} where it ends early.
   *
   * @param reader of the file
   * @param seed of hashes
   * @param average bytes of a piece, or 0 where blocks are compared
   * @param buffer to read into, of 16 KiB at least
   * @param out gets the payload
   */
  public Parts read(
      ExtentHash.Reader reader,
      long seed,
      int average,
      long offset,
      int length,
      ByteBuffer buffer,
      ByteBuf out)
      throws IOException {
    if (average == 0) {
      return blocks(reader, seed, offset, length, buffer, out);
    }
    if (cutter == null || !cutter.isFor(seed, average)) {
      cutter = new Cutter(seed, average);
    }
    return pieces(reader, offset, length, buffer, out);
  }

  private Parts blocks(
      ExtentHash.Reader reader, long seed, long offset, int length, ByteBuffer buffer, ByteBuf out)
      throws IOException {
    int[] ends = Parts.blocks(length);
    int[] sums = new int[ends.length];
    out.writeInt(BlockHash.BLOCK);
    boolean all =
        blocks.each(
            seed,
            reader,
            offset,
            length,
            buffer,
            (index, hash, content) -> {
              write(hash, out);
              crc.reset();
              crc.update(content);
              sums[index] = (int) crc.getValue();
            });
    return all ? new Parts(ends, sums) : null;
  }

  private Parts pieces(
      ExtentHash.Reader reader, long offset, int length, ByteBuffer buffer, ByteBuf out)
      throws IOException {
    Growing ends = new Growing();
    Growing sums = new Growing();
    out.writeInt(0);
    boolean all =
        cutter.each(
            reader,
            offset,
            length,
            buffer,
            (at, hash, content, from, size) -> {
              out.writeInt(size);
              write(hash, out);
              crc.reset();
              crc.update(content, from, size);
              ends.add((int) (at - offset) + size);
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
