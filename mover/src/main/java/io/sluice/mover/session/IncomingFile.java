package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.delta.Basis;
import io.sluice.mover.delta.ContentSum;
import io.sluice.mover.delta.OldParts;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * A file under way, on the receiver's side. One stream at a time may write to a range, and none to
 * a range that has landed. Thread-safe.
 */
final class IncomingFile {
  /** What a stream may do with a range that comes. */
  enum Claim {
    WRITE,
    /** It has landed: only look at the checksum. */
    LANDED,
    /** Another stream writes there. */
    BUSY,
    /** The file is no longer under way, or the range is not in it. */
    GONE
  }

  final long id;
  final int index;
  final long reference;
  final BytePath target;
  final Attributes attributes;
  final Sink sink;

  final Basis basis;

  private final Ranges landed = new Ranges();
  private final ContentSum sum;
  private final Map<ReceiveStream, long[]> claims = new HashMap<>();
  private boolean over;
  private boolean sinkClosed;
  private Runnable atRest;
  private long arrived;
  private long resumed;

  IncomingFile(
      long id,
      int index,
      long reference,
      BytePath target,
      Attributes attributes,
      Sink sink,
      Basis basis) {
    this.id = id;
    this.index = index;
    this.reference = reference;
    this.target = target;
    this.attributes = attributes;
    this.sink = sink;
    this.basis = basis;
    this.sum = basis.isThere() ? new ContentSum() : null;
  }

  /** A stream is about to write a range; where another one does, that one is closed. */
  synchronized Claim claim(ReceiveStream stream, long offset, int length) {
    long end = offset + length;
    if (over || offset < 0 || end < offset || end > attributes.size()) {
      return Claim.GONE;
    }
    if (landed.contains(offset, end)) {
      return Claim.LANDED;
    }
    for (Map.Entry<ReceiveStream, long[]> other : claims.entrySet()) {
      if (other.getValue()[0] < end && offset < other.getValue()[1]) {
        // Its sender gave it up, or it would not have sent the range on another stream.
        other.getKey().close();
        return Claim.BUSY;
      }
    }
    claims.put(stream, new long[] {offset, end});
    return Claim.WRITE;
  }

  /** The stream has left its range, or what it has written is not right. */
  synchronized void release(ReceiveStream stream) {
    claims.remove(stream);
    rest();
  }

  /**
   * The stream has written its range, or found it right. Returns whether the bytes count.
   *
   * @param of CRC32C of the range
   */
  synchronized boolean landed(ReceiveStream stream, int of, boolean fromBefore) {
    long[] range = claims.remove(stream);
    boolean counts = range != null && !over;
    if (counts) {
      landed.add(range[0], range[1]);
      sum(range[0], range[1], of);
      arrived += range[1] - range[0];
      resumed += fromBefore ? range[1] - range[0] : 0;
    }
    rest();
    return counts;
  }

  /**
   * The stream has compared the parts of its range, and those that are the same are where they
   * belong. Returns their bytes, or 0 where they don't count.
   */
  synchronized long landed(ReceiveStream stream, OldParts old) {
    long[] range = claims.remove(stream);
    long bytes = 0;
    if (range != null && !over) {
      BitSet same = old.same();
      for (int i = same.nextSetBit(0); i >= 0; i = same.nextSetBit(i + 1)) {
        long start = range[0] + old.parts().start(i);
        long end = range[0] + old.parts().ends()[i];
        if (!landed.contains(start, end)) {
          landed.add(start, end);
          sum(start, end, old.parts().sums()[i]);
          bytes += end - start;
        }
      }
      arrived += bytes;
      resumed += bytes;
    }
    rest();
    return bytes;
  }

  /** Whether an older file has a part in it. */
  boolean isBased() {
    return sum != null;
  }

  private void sum(long start, long end, int of) {
    if (sum != null) {
      sum.add(start, end - start, of);
    }
  }

  /** CRC32C of all that landed and the holes between, where an older file had most of it. */
  synchronized Integer sum() {
    return sum == null ? null : sum.whole(attributes.size());
  }

  /**
   * No stream may begin to write any more; {@code then} runs when none does, on the thread that
   * finds it so. Returns whether this call ended it.
   */
  synchronized boolean end(Runnable then) {
    if (over) {
      return false;
    }
    over = true;
    atRest = then;
    rest();
    return true;
  }

  private void rest() {
    if (over && claims.isEmpty() && !sinkClosed) {
      sinkClosed = true;
      basis.close();
      atRest.run();
    }
  }

  /** Bytes that have landed in this session, compared ones included. */
  synchronized long arrived() {
    return arrived;
  }

  /** Of those, bytes that were there before. */
  synchronized long resumed() {
    return resumed;
  }

  /** Whether a stream is writing. */
  synchronized boolean isBusy() {
    return !claims.isEmpty();
  }
}
