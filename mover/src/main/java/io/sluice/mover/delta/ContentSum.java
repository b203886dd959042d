package io.sluice.mover.delta;

import java.util.Map;
import java.util.TreeMap;

/**
 * CRC32C of a whole file out of those of its ranges, which come in any order; where none came the
 * file has a hole. Neighbours become one, so it holds as many ranges as there are gaps.
 *
 * <p>A CRC is linear: that of two ranges after another is the first one's, multiplied by x to the
 * power of the second one's bits, plus the second one's, modulo the polynomial (as in zlib's {@code
 * crc32_combine}). Bits are reflected here as in every CRC32C: the highest stands for x to the 0.
 */
public final class ContentSum {
  /** Castagnoli's polynomial, reflected (RFC 3720, appendix B.4). */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int ONE = 1 << 31;

  /** x to the 8, to the 16, to the 32, and so on: by how many bytes, doubled each time. */
  private static final int[] POWERS = powers();

  private record Part(long end, int sum) {}

  private final TreeMap<Long, Part> parts = new TreeMap<>();

  private long lastLength;
  private int lastPower = ONE;

  /** Notes the sum of a range; each range once. */
  public void add(long offset, long length, int sum) {
    long start = offset;
    Part part = new Part(offset + length, sum);
    Map.Entry<Long, Part> before = parts.floorEntry(start);
    if (before != null && before.getValue().end == start) {
      start = before.getKey();
      part = new Part(part.end, append(before.getValue().sum, sum, length));
    }
    Part next = parts.remove(part.end);
    if (next != null) {
      part = new Part(next.end, append(part.sum, next.sum, next.end - part.end));
    }
    parts.put(start, part);
  }

  /** The sum of the first {@code size} bytes; holes are zeros. */
  public int whole(long size) {
    int sum = 0;
    long at = 0;
    for (Map.Entry<Long, Part> part : parts.entrySet()) {
      sum = zeros(sum, part.getKey() - at);
      sum = append(sum, part.getValue().sum, part.getValue().end - part.getKey());
      at = part.getValue().end;
    }
    return zeros(sum, size - at);
  }

  /**
   * The sum with so many zero bytes after it: the register shifts on, from all ones to all ones.
   */
  private int zeros(int sum, long length) {
    return ~multiply(~sum, power(length));
  }

  private int append(int first, int second, long length) {
    return multiply(first, power(length)) ^ second;
  }

  /** x to the power of that many bytes; most ranges are of one length. */
  private int power(long bytes) {
    if (bytes != lastLength) {
      int power = ONE;
      int bit = 0;
      for (long left = bytes; left != 0; left >>>= 1) {
        if ((left & 1) != 0) {
          power = multiply(power, POWERS[bit]);
        }
        bit++;
      }
      lastLength = bytes;
      lastPower = power;
    }
    return lastPower;
  }

  private static int[] powers() {
    int[] powers = new int[64];
    powers[0] = 1 << 23;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = multiply(powers[i - 1], powers[i - 1]);
    }
    return powers;
  }

  private static int multiply(int one, int other) {
    int product = 0;
    int factor = other;
    for (int bits = one; bits != 0; bits <<= 1) {
      if (bits < 0) {
        product ^= factor;
      }
      factor = (factor >>> 1) ^ ((factor & 1) != 0 ? POLYNOMIAL : 0);
    }
    return product;
  }
}
