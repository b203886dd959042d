package io.sluice.mover.session;

/**
 * A range of one file that a stream takes.
 *
 * @param file whose
 * @param offset bytes
 * @param length bytes
 * @param way what is to be done with it
 * @param sums CRC32C of each block where it is compared, else of the whole; {@code null} while it
 *     is not known
 */
@SuppressWarnings("ArrayRecordComponent") // a record only to be short: it is never compared
record Extent(OutgoingFile file, long offset, int length, Way way, int[] sums) {
  /** What is to be done with a range. */
  enum Way {
    /** Send its bytes. */
    SEND,
    /** An earlier session landed it: send its hash, and its bytes where that is another. */
    CHECK,
    /** An older file may have most of it: send the hashes of its blocks. */
    COMPARE
  }

  Extent(OutgoingFile file, long offset, int length, Way way) {
    this(file, offset, length, way, null);
  }

  /**
   * What it counts among what is under way on a stream, in bytes. One that is compared is a small
   * frame and much work for the receiver: it counts eight times, so that what is left goes to the
   * stream whose receiver is free.
   */
  long weight() {
    return switch (way) {
      case SEND -> length;
      case CHECK -> 0;
      case COMPARE -> 8L * length;
    };
  }

  Extent toSend() {
    return new Extent(file, offset, length, Way.SEND);
  }

  /** The same with what was read. */
  Extent summed(int... read) {
    return new Extent(file, offset, length, way, read);
  }

  /** Blocks of it that are the same or not, from one up to another. */
  Extent blocks(int from, int to) {
    int start = from * BlockHash.BLOCK;
    int end = Math.min(length, to * BlockHash.BLOCK);
    return new Extent(file, offset + start, end - start, Way.SEND);
  }

  /** Bytes of one block of it. */
  int block(int index) {
    return Math.min(BlockHash.BLOCK, length - index * BlockHash.BLOCK);
  }
}
