package io.sluice.mover.delta;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Cuts content into pieces where the content says so, so that pieces which were shifted are cut
 * alike: after the last of 64 bytes whose rolling hash has its upper bits clear (the gear hash of
 * Xia and others, "Ddelta", 2014). A piece has a quarter of the average at least and four times the
 * average at most. Not thread-safe.
 */
final class Cutter {
  /** Pieces of a file are few enough for an index of them all to be small. */
  private static final int MOST_PIECES = 1 << 17;

  private static final int LEAST_AVERAGE = 8 << 10;
  private static final int MOST_AVERAGE = 256 << 10;

  /** Bytes that a gear hash of 64 bits knows of. */
  private static final int WINDOW = 64;

  private final long seed;
  private final int average;
  private final int least;
  private final int most;
  private final long mask;
  private final long[] gear = new long[256];
  private final byte[] held;
  private final Hasher128 hasher;

  /** Takes each piece of a range in turn. */
  interface Pieces {
    /**
     * Called for one.
     *
     * @param offset of it in the file
     * @param hash of its content
     * @param content holds it, during the call
     * @param from where it begins there
     * @param length bytes
     */
    void piece(long offset, HashValue128 hash, byte[] content, int from, int length)
        throws IOException;
  }

  /**
   * Makes one that cuts as every other of the same seed and average does.
   *
   * @param average a power of two
   */
  Cutter(long seed, int average) {
    this.seed = seed;
    this.average = average;
    this.least = average / 4;
    this.most = average * 4;
    this.mask = ~0L << (WINDOW - Integer.numberOfTrailingZeros(average));
    this.held = new byte[2 * most];
    this.hasher = Hashing.xxh3_128(seed);
    for (int i = 0; i < gear.length; i++) {
      gear[i] = Hashing.xxh3_64(seed).hashBytesToLong(new byte[] {(byte) i});
    }
  }

  /** The average for a file of that size, or 0 where its pieces would be too many. */
  static int average(long size) {
    int average = LEAST_AVERAGE;
    while (average <= MOST_AVERAGE && size / average > MOST_PIECES) {
      average *= 2;
    }
    return average > MOST_AVERAGE ? 0 : average;
  }

  /** Whether a peer may ask for it. */
  static boolean isAverage(int average) {
    return average >= LEAST_AVERAGE && average <= MOST_AVERAGE && Integer.bitCount(average) == 1;
  }

  /**
   * Bytes of a range whose pieces are compared by one frame. Its ends are cuts that the content did
   * not ask for, so it has to be long.
   */
  static int range(int average) {
    return 128 * average;
  }

  boolean isFor(long otherSeed, int otherAverage) {
    return seed == otherSeed && average == otherAverage;
  }

  int most() {
    return most;
  }

  HashValue128 hash(byte[] bytes, int length) {
    return hasher.hashBytesTo128Bits(bytes, 0, length);
  }

  /**
   * Reads a range and cuts it. Returns whether there was all of it.
   *
   * @param buffer to read into
   */
  boolean each(ExtentHash.Reader reader, long offset, long length, ByteBuffer buffer, Pieces to)
      throws IOException {
    long end = offset + length;
    long at = offset;
    int from = 0;
    int filled = 0;
    while (at < end) {
      long more = end - at - (filled - from);
      if (filled - from < most && more > 0) {
        System.arraycopy(held, from, held, 0, filled - from);
        filled -= from;
        from = 0;
        int room = Math.min(held.length - filled, buffer.capacity());
        ByteBuffer into = buffer.slice(0, (int) Math.min(room, more));
        int read = reader.read(into, at + filled);
        if (read <= 0) {
          return false;
        }
        into.flip().get(held, filled, read);
        filled += read;
        continue;
      }
      int size = cut(from, filled);
      to.piece(at, hasher.hashBytesTo128Bits(held, from, size), held, from, size);
      at += size;
      from += size;
    }
    return true;
  }

  /** Bytes of the piece that begins there. */
  private int cut(int from, int filled) {
    int end = Math.min(filled, from + most);
    int at = from + least;
    if (at >= end) {
      return end - from;
    }
    long hash = 0;
    for (int i = at - WINDOW; i < at; i++) {
      hash = (hash << 1) + gear[held[i] & 0xff];
    }
    while (at < end) {
      hash = (hash << 1) + gear[held[at++] & 0xff];
      if ((hash & mask) == 0) {
        return at - from;
      }
    }
    return end - from;
  }
}
