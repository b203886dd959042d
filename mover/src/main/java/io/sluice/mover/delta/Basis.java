package io.sluice.mover.delta;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.wire.Fields;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The older file that a new one is put together from, at the receiver. Thread-safe where the sink
 * is; close gives back the room that its pieces took, and leaves the sink open.
 */
public final class Basis implements Closeable {
  /** More parts than this are in no range. */
  private static final int MOST_PARTS = 4096;

  private final Sink sink;
  private final long seed;
  private final PieceIndex pieces;
  private final int average;

  private Basis(Sink sink, long seed, PieceIndex pieces, int average) {
    this.sink = sink;
    this.seed = seed;
    this.pieces = pieces;
    this.average = average;
  }

  /**
   * Makes one of what is under a sink's name. Where its content is to be found wherever it was, all
   * of it is read now; where it can't be, or there is no room for what was read, blocks are
   * compared.
   *
   * @param seed of hashes, drawn for this file
   */
  public static Basis of(Sink sink, long seed) {
    int average = sink.older() == Older.SEARCHED ? Cutter.average(sink.base()) : 0;
    PieceIndex pieces = average == 0 ? null : PieceIndex.of(sink, seed, average);
    return new Basis(sink, seed, pieces, pieces == null ? 0 : average);
  }

  /** Whether there is an older file. */
  public boolean isThere() {
    return sink.base() > 0;
  }

  /** The seed of its hashes. */
  public long seed() {
    return seed;
  }

  /** Bytes of a piece on average, or 0 where blocks are compared. */
  public int average() {
    return average;
  }

  /**
   * Compares a range with what {@code COMPARE} says of the new file, and takes over what is the
   * same, out of the buffer in which it was hashed: what is taken is what was compared.
   *
   * @param payload of the frame; what it says was not checked yet
   * @param buffer to read into, of 16 KiB at least
   * @throws IOException where a part can't be taken over
   * @throws Fields.MalformedException where the payload does not fit the range
   */
  public OldParts compare(long offset, int length, ByteBuf payload, ByteBuffer buffer)
      throws IOException {
    int block = Fields.integer(payload);
    if (block == 0 && pieces != null) {
      int[] ends = ends(payload, length);
      return new OldPieces(sink, seed, pieces).compare(offset, ends, payload, buffer);
    }
    if (block != BlockHash.BLOCK
        || pieces != null
        || payload.readableBytes() != BlockHash.count(length) * BlockHash.LENGTH) {
      throw new Fields.MalformedException("a comparison is out of range");
    }
    return OldBlocks.compare(sink, seed, offset, length, payload, buffer);
  }

  /** The ends of pieces whose lengths and hashes follow; the reader's index stays. */
  private static int[] ends(ByteBuf payload, int length) {
    int each = Integer.BYTES + BlockHash.LENGTH;
    int count = payload.readableBytes() / each;
    if (count > MOST_PARTS || payload.readableBytes() != count * each) {
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

  @Override
  public void close() {
    if (pieces != null) {
      pieces.close();
    }
  }
}
