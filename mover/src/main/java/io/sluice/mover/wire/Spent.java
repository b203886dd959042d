package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;

/**
 * Where a side's time went, summed over its streams.
 *
 * @param streams that took part
 * @param nanos from the first entry to the end
 * @param disk nanoseconds in reads (sender) or writes (receiver) of content
 * @param wire nanoseconds in which a stream had bytes that the wire did not take (sender), or
 *     waited for bytes (receiver)
 * @param idle nanoseconds in which a stream had nothing to do
 * @param limited nanoseconds held back by the rate limit
 * @param completing nanoseconds in sync, metadata and rename
 * @param cpu processor nanoseconds of the process, user and system
 * @param processors that the process may use
 * @param wireBytes on data streams, headers included
 */
public record Spent(
    int streams,
    long nanos,
    long disk,
    long wire,
    long idle,
    long limited,
    long completing,
    long cpu,
    int processors,
    long wireBytes) {
  /** Nothing. */
  public static final Spent NONE = new Spent(0, 0, 0, 0, 0, 0, 0, 0, 1, 0);

  /** Writes the payload. */
  public void write(ByteBuf out) {
    out.writeInt(streams);
    out.writeLong(nanos);
    out.writeLong(disk);
    out.writeLong(wire);
    out.writeLong(idle);
    out.writeLong(limited);
    out.writeLong(completing);
    out.writeLong(cpu);
    out.writeInt(processors);
    out.writeLong(wireBytes);
  }

  /** Reads it. */
  public static Spent read(ByteBuf in) {
    return new Spent(
        Fields.integer(in),
        Fields.number(in),
        Fields.number(in),
        Fields.number(in),
        Fields.number(in),
        Fields.number(in),
        Fields.number(in),
        Fields.number(in),
        Fields.integer(in),
        Fields.number(in));
  }
}
