package io.sluice.mover.delta;

/**
 * A range cut into the blocks or pieces that are compared, each with its CRC32C.
 *
 * @param ends where each ends, in bytes from the range's start, ascending
 * @param sums of their content
 */
@SuppressWarnings("ArrayRecordComponent") // a record only to be short: it is never compared
public record Parts(int[] ends, int[] sums) {
  /** A range in one piece. */
  public static Parts one(int length, int sum) {
    return new Parts(new int[] {length}, new int[] {sum});
  }

  /** The ends of a range's blocks. */
  static int[] blocks(int length) {
    int[] ends = new int[BlockHash.count(length)];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = Math.min(length, (i + 1) * BlockHash.BLOCK);
    }
    return ends;
  }

  /** How many. */
  public int count() {
    return ends.length;
  }

  /** Where one begins. */
  public int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** Bytes of one. */
  public int length(int index) {
    return ends[index] - start(index);
  }

  /** Octets of a bit for each. */
  public int octets() {
    return (ends.length + 7) / 8;
  }
}
