package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink.Range;
import io.sluice.mover.Source;
import io.sluice.mover.delta.ContentSum;
import io.sluice.mover.delta.Outline;
import io.sluice.mover.delta.Parts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A file under way, on the sender's side. It hands out its extents in order: pieces of data between
 * holes, cut where a multiple of the extent size is. Guarded by its sender's lock, but for the
 * source, which streams read at will.
 */
final class OutgoingFile {
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

  private NavigableMap<Long, Long> landed = new TreeMap<>();
  private long base;

  /** Of the parts' hashes. */
  long seed;

  /** Bytes of a piece, or 0 where blocks are compared. */
  int average;

  /** Of what was acknowledged, where the receiver puts it together from an older file. */
  private ContentSum sum;

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
   * @param compared bytes from the start of which an older file may have most
   * @param hashed seed of their hashes
   * @param cut bytes of the pieces that are looked for in all of it, or 0 where blocks are compared
   */
  void landed(List<Range> ranges, long compared, long hashed, int cut) {
    base = compared;
    seed = hashed;
    average = cut;
    sum = compared > 0 ? new ContentSum() : null;
    landed = new TreeMap<>();
    for (Range range : ranges) {
      landed.put(range.offset(), range.length());
    }
  }

  /** What {@code COMPARE} says of an extent; {@code null} where it ends early. */
  Parts outline(Outline by, Extent extent, ByteBuffer buffer, ByteBuf out) throws IOException {
    return by.read(source::read, seed, average, extent.offset(), extent.length(), buffer, out);
  }

  /** Whether the receiver puts it together from an older file. */
  boolean isBased() {
    return sum != null;
  }

  /** All of an extent was acknowledged. */
  void acknowledged(Extent extent) {
    acknowledged(extent, 0, extent.parts().count());
  }

  /** Parts of an extent were, from one up to another. */
  void acknowledged(Extent extent, int from, int to) {
    Parts parts = extent.parts();
    for (int i = from; sum != null && i < to; i++) {
      sum.add(extent.offset() + parts.start(i), parts.length(i), parts.sums()[i]);
    }
  }

  /** CRC32C of all that was acknowledged, and of the holes between. */
  int sum() {
    return sum.whole(attributes.size());
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
    Extent.Way way = Extent.Way.SEND;
    Map.Entry<Long, Long> there = landed.ceilingEntry(data);
    boolean here = there != null && there.getKey() == data && there.getValue() <= stop - data;
    if (here && (isBased() || there.getValue() == stop - data)) {
      way = Extent.Way.CHECK;
      stop = data + there.getValue();
    } else if (data < base || average > 0) {
      way = Extent.Way.COMPARE;
      int range = Math.min(size, Outline.range(average));
      stop = Math.min(stop, (data / range + 1) * range);
      stop = average > 0 ? stop : Math.min(stop, base);
      Long next = landed.higherKey(data);
      stop = next == null ? stop : Math.min(stop, next);
    }
    position = stop;
    return new Extent(this, data, (int) (stop - data), way);
  }

  boolean exhausted() {
    return position >= attributes.size();
  }
}
