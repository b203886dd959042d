package io.sluice.mover.delta;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.sluice.mover.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where an older file has which pieces. All that there are in a process hold a bounded number of
 * them, some 15 MB. Read-only, so thread-safe, once it is made.
 */
final class PieceIndex implements Closeable {
  private static final int MOST = 1 << 19;

  private static final AtomicInteger FREE = new AtomicInteger(MOST);

  private final long[] hashes;
  private final long[] offsets;
  private final int[] lengths;
  private int count;

  private PieceIndex(int slots) {
    hashes = new long[2 * slots];
    offsets = new long[slots];
    lengths = new int[slots];
  }

  /**
   * Reads an older file. Returns {@code null} where it is too long or can't be read, or where other
   * files have the room.
   */
  static PieceIndex of(Sink sink, long seed, int average) {
    long expected = sink.base() / average + 1;
    if (expected > MOST / 3) {
      return null;
    }
    // Half of the slots stay empty where pieces come as long as is expected.
    int slots = Integer.highestOneBit((int) expected) * 4;
    if (FREE.addAndGet(-slots) < 0) {
      FREE.addAndGet(slots);
      return null;
    }
    PieceIndex index = new PieceIndex(slots);
    boolean read = false;
    try {
      ByteBuffer buffer = ByteBuffer.allocateDirect(ExtentHash.CHUNK);
      Cutter cutter = new Cutter(seed, average);
      read =
          cutter.each(
              sink::readBase,
              0,
              sink.base(),
              buffer,
              (offset, hash, content, from, length) -> index.add(hash, offset, length));
      return read ? index : null;
    } catch (IOException e) {
      return null;
    } finally {
      if (!read) {
        index.close();
      }
    }
  }

  private void add(HashValue128 hash, long offset, int length) {
    int slot = slot(hash);
    if (lengths[slot] == 0 && count < lengths.length * 3 / 4) {
      hashes[2 * slot] = hash.getMostSignificantBits();
      hashes[2 * slot + 1] = hash.getLeastSignificantBits();
      offsets[slot] = offset;
      lengths[slot] = length;
      count++;
    }
  }

  /** Where such a piece is, or -1. */
  long find(HashValue128 hash, int length) {
    int slot = slot(hash);
    return lengths[slot] == length ? offsets[slot] : -1;
  }

  /** The slot that has the hash, or a free one. */
  private int slot(HashValue128 hash) {
    int mask = lengths.length - 1;
    int slot = (int) hash.getLeastSignificantBits() & mask;
    while (lengths[slot] != 0
        && (hashes[2 * slot] != hash.getMostSignificantBits()
            || hashes[2 * slot + 1] != hash.getLeastSignificantBits())) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Gives its room to others; once. */
  @Override
  public void close() {
    FREE.addAndGet(lengths.length);
  }
}
