package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Sink.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The receiver's answer to an entry.
 *
 * @param answer what it wants
 * @param startedOver whether a part of an older source was found and is not used
 * @param landed ranges that an earlier session left and that only need to be compared
 * @param base how many bytes from the start are to be compared in blocks
 * @param seed of the blocks' hashes: random, so that nobody can make blocks that differ and hash
 *     alike
 * @param average bytes of the pieces that the whole is to be cut into, because they may be anywhere
 *     in the older file; 0 where blocks are compared
 */
public record Ready(
    Answer answer, boolean startedOver, List<Range> landed, long base, long seed, int average) {
  /** Without a basis. */
  public Ready(Answer answer, boolean startedOver, List<Range> landed) {
    this(answer, startedOver, landed, 0, 0, 0);
  }

  /** More ranges than this are not told; the rest is sent again. */
  public static final int MOST_RANGES = 50_000;

  /** What the receiver wants. */
  public enum Answer {
    WANTED(0),
    /** An option says to leave what is there. */
    SKIPPED(1),
    /** It can't be written; a failure has told why. */
    FAILED(2);

    private final int code;

    Answer(int code) {
      this.code = code;
    }
  }

  /** Writes the payload. */
  public void write(ByteBuf out) {
    out.writeByte(answer.code);
    out.writeBoolean(startedOver);
    int count = Math.min(landed.size(), MOST_RANGES);
    out.writeInt(count);
    for (Range range : landed.subList(0, count)) {
      out.writeLong(range.offset());
      out.writeLong(range.length());
    }
    out.writeLong(base);
    out.writeLong(seed);
    out.writeInt(average);
  }

  /** Reads it. */
  public static Ready read(ByteBuf in) {
    int code = Fields.octet(in);
    Answer answer = null;
    for (Answer one : Answer.values()) {
      answer = one.code == code ? one : answer;
    }
    if (answer == null) {
      throw new Fields.MalformedException("an unknown answer to an entry: " + code);
    }
    boolean startedOver = Fields.flag(in);
    int count = Fields.count(in, 16);
    List<Range> landed = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      landed.add(new Range(in.readLong(), in.readLong()));
    }
    long base = Fields.number(in);
    long seed = Fields.number(in);
    int average = Fields.integer(in);
    if (base < 0) {
      throw new Fields.MalformedException("a basis of " + base + " bytes");
    }
    return new Ready(answer, startedOver, landed, base, seed, average);
  }
}
