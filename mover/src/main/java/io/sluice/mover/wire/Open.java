package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.BytePath;
import java.util.List;

/**
 * What a client asks of a session.
 *
 * @param push whether the client sends
 * @param extent bytes an extent
 * @param streams data streams that the client will open
 * @param switches see the constants
 * @param limit content bytes a second that the sender may send, or 0
 * @param timeoutMillis without progress, after which a stream is given up
 * @param into where to write (push: one path, relative to the first root where it is relative)
 * @param sources what to read (pull), or how many will come (push: their base names)
 */
public record Open(
    boolean push,
    int extent,
    int streams,
    int switches,
    long limit,
    int timeoutMillis,
    BytePath into,
    List<BytePath> sources) {
  /** Sync to disk before a file counts as complete. */
  public static final int DURABLE = 1;

  /** Leave files that exist alone. */
  public static final int NO_CLOBBER = 1 << 1;

  /** Leave files alone that are not older than their source. */
  public static final int UPDATE = 1 << 2;

  /** Make missing parents of the destination. */
  public static final int MAKE_PATH = 1 << 3;

  /** The sender uses {@code sendfile}. */
  public static final int ZERO_COPY = 1 << 4;

  /** The sender uses {@code sendfile} where its link gains from it. */
  public static final int ZERO_COPY_AUTO = 1 << 5;

  /** This session goes on with one that was lost, whose locks may still be held. */
  public static final int AGAIN = 1 << 6;

  /** The largest extent that is spoken of. */
  public static final int MOST_EXTENT = 1 << 28;

  /** The smallest. */
  public static final int LEAST_EXTENT = 1 << 16;

  /** The most data streams of a session. */
  public static final int MOST_STREAMS = 256;

  /** Whether a switch is set. */
  public boolean has(int which) {
    return (switches & which) != 0;
  }

  /** Writes the payload. */
  public void write(ByteBuf out) {
    out.writeBoolean(push);
    out.writeInt(extent);
    out.writeInt(streams);
    out.writeInt(switches);
    out.writeLong(limit);
    out.writeInt(timeoutMillis);
    Fields.putPath(out, into);
    Fields.putPaths(out, sources);
  }

  /** Reads it; what is out of range is malformed. */
  public static Open read(ByteBuf in) {
    Open open =
        new Open(
            Fields.flag(in),
            Fields.integer(in),
            Fields.integer(in),
            Fields.integer(in),
            Fields.number(in),
            Fields.integer(in),
            Fields.path(in),
            Fields.paths(in));
    boolean right =
        open.extent >= LEAST_EXTENT
            && open.extent <= MOST_EXTENT
            && open.streams >= 1
            && open.streams <= MOST_STREAMS
            && open.limit >= 0
            && open.timeoutMillis >= 100;
    if (!right) {
      throw new Fields.MalformedException("a session was asked for with numbers out of range");
    }
    return open;
  }
}
