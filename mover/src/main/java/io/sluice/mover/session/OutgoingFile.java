package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink.Range;
import io.sluice.mover.Source;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A file under way, on the sender's side. It hands out its extents in order: pieces of data between
 * holes, cut where a multiple of the extent size is. Guarded by its sender's lock, but for the
 * source, which streams read at will.
 */
final class OutgoingFile {
  /**
   * Bytes that are compared at once where a file may have changed in places: small enough that a
   * changed page takes little with it, large enough for a hash and a frame of their own.
   */
  private static final int COMPARED = 64 << 10;

  final long id;
  final int index;
  final BytePath path;
  final BytePath name;
  final Source source;
  final Attributes attributes;
  final int attempt;

  /** Extents that are handed out and not acknowledged. */
  int outstanding;

  /** Extents whose checksum did not match at the receiver, in a row. */
  int damaged;

  /** Why it can't go on, or {@code null}. */
  String trouble;

  /** Whether the trouble is that the source is not what it was. */
  boolean changed;

  boolean wanted;
  boolean completing;
  long acknowledged;

  /** Of those, bytes that were there before. */
  long resumed;

  private long position;

  /** Where the region of data ends that the position is in. */
  private long hole;

  private Map<Long, Long> landed = Map.of();
  private long base;

  OutgoingFile(long id, int index, BytePath path, BytePath name, Source source, int attempt) {
    this.id = id;
    this.index = index;
    this.path = path;
    this.name = name;
    this.source = source;
    this.attributes = source.attributes();
    this.attempt = attempt;
  }

  /**
   * What the receiver may have.
   *
   * @param ranges that an earlier session left
   * @param compared bytes from the start that are compared in small ranges, whatever else is there
   */
  void landed(List<Range> ranges, long compared) {
    base = compared;
    landed = new HashMap<>();
    for (Range range : ranges) {
      landed.put(range.offset(), range.length());
    }
  }

  /** Whether the receiver puts it together from an older file. */
  boolean isBased() {
    return base > 0;
  }

  /** The next extent, or {@code null} after the last. */
  Extent next(int size) throws IOException {
    long end = attributes.size();
    if (position >= end) {
      return null;
    }
    long data = position;
    if (position >= hole) {
      // Asked once a region: on tmpfs the kernel walks every page up to the next hole.
      data = source.nextData(position);
      if (data >= end) {
        position = end;
        return null;
      }
      hole = Math.min(source.nextHole(data), end);
    }
    long stop = Math.min(hole, (data / size + 1) * size);
    if (stop <= data) {
      throw new IOException("its data ends before it begins");
    }
    if (data < base) {
      stop = Math.min(stop, (data / COMPARED + 1) * COMPARED);
      position = stop;
      return new Extent(this, data, (int) (stop - data), true);
    }
    position = stop;
    Long there = landed.remove(data);
    int length = (int) (stop - data);
    return new Extent(this, data, length, there != null && there == length);
  }

  boolean exhausted() {
    return position >= attributes.size();
  }
}
