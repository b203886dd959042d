package io.sluice.mover.delta;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.netty.buffer.ByteBuf;
import io.sluice.mover.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.zip.CRC32C;

/** Takes pieces of the older file over from wherever it has them. */
final class OldPieces {
  private final Sink sink;
  private final long seed;
  private final PieceIndex pieces;

  OldPieces(Sink sink, long seed, PieceIndex pieces) {
    this.sink = sink;
    this.seed = seed;
    this.pieces = pieces;
  }

  /**
   * Looks for the pieces of a range. One that the index knows is read again, because the older file
   * may have changed since.
   *
   * @param ends of the pieces in the range
   * @param payload has their lengths and hashes
   */
  OldParts compare(long offset, int[] ends, ByteBuf payload, ByteBuffer buffer) throws IOException {
    Parts parts = new Parts(ends, new int[ends.length]);
    BitSet same = new BitSet();
    CRC32C crc = new CRC32C();
    for (int i = 0; i < ends.length; i++) {
      int length = payload.readInt();
      HashValue128 hash = new HashValue128(payload.readLong(), payload.readLong());
      long place = pieces.find(hash, length);
      byte[] piece = place < 0 ? null : read(place, length, buffer);
      if (piece != null && Hashing.xxh3_128(seed).hashBytesTo128Bits(piece).equals(hash)) {
        write(piece, offset + parts.start(i), buffer);
        crc.reset();
        crc.update(piece);
        parts.sums()[i] = (int) crc.getValue();
        same.set(i);
      }
    }
    return new OldParts(parts, same);
  }

  private byte[] read(long place, int length, ByteBuffer buffer) {
    byte[] piece = new byte[length];
    try {
      for (int done = 0; done < length; ) {
        ByteBuffer into = buffer.slice(0, Math.min(buffer.capacity(), length - done));
        int read = sink.readBase(into, place + done);
        if (read <= 0) {
          return null;
        }
        into.flip().get(piece, done, read);
        done += read;
      }
      return piece;
    } catch (IOException e) {
      return null;
    }
  }

  private void write(byte[] piece, long at, ByteBuffer buffer) throws IOException {
    for (int done = 0; done < piece.length; ) {
      int now = Math.min(buffer.capacity(), piece.length - done);
      ByteBuffer from = buffer.slice(0, now);
      from.put(piece, done, now).flip();
      sink.keep(from, at + done);
      done += now;
    }
  }
}
