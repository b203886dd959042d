package io.sluice.mover.delta;

import io.sluice.mover.Attributes;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions.Older;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/** A new file of a known size, and the older one under its name. */
final class MemorySink implements Sink {
  final byte[] fresh;

  /** Bytes of the new file that were written. */
  final BitSet written = new BitSet();

  /** Whether the older file's medium is broken. */
  boolean unreadable;

  private final byte[] older;
  private final boolean searched;

  MemorySink(byte[] older, int size, boolean searched) {
    this.older = older;
    this.fresh = new byte[size];
    this.searched = searched;
  }

  @Override
  public long base() {
    return older.length;
  }

  @Override
  public Older older() {
    return searched ? Older.SEARCHED : Older.COMPARED;
  }

  @Override
  public int readBase(ByteBuffer into, long position) throws IOException {
    if (unreadable) {
      throw new IOException("Input/output error");
    }
    int count = (int) Math.min(into.remaining(), older.length - position);
    if (count <= 0) {
      return -1;
    }
    into.put(older, (int) position, count);
    return count;
  }

  @Override
  public void write(ByteBuffer from, long position) {
    int count = from.remaining();
    from.get(fresh, (int) position, count);
    written.set((int) position, (int) position + count);
  }

  @Override
  public int read(ByteBuffer into, long position) {
    int count = (int) Math.min(into.remaining(), fresh.length - position);
    if (count <= 0) {
      return -1;
    }
    into.put(fresh, (int) position, count);
    return count;
  }

  @Override
  public List<String> complete(Attributes attributes, boolean durable) {
    return List.of();
  }

  @Override
  public void discard() {}

  @Override
  public void close() {}
}
