package io.sluice.mover;

import io.sluice.mover.Store.SinkOptions.Older;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Where bytes go: a part file that becomes a file, or anything that can be written at a position.
 * Written by several streams' threads at once, never twice at one time to one range. Ends by {@link
 * #complete} or {@link #discard}, or is only closed, which keeps what has landed for a later
 * session; {@link #close} always follows.
 */
public interface Sink extends Closeable {
  /** A range of bytes, both in bytes. */
  record Range(long offset, long length) {}

  /**
   * Ranges that an earlier session landed and that may be trusted once they were read again and
   * compared. Empty where there are none.
   */
  default List<Range> landed() {
    return List.of();
  }

  /**
   * How many bytes from the start an older file has, the one that stands under the name, of which
   * most may be right: each block of it is compared, and kept or written. 0 where there is none.
   */
  default long base() {
    return 0;
  }

  /** What is made of it. */
  default Older older() {
    return Older.LEFT;
  }

  /**
   * Reads the older file. A block that is the same goes to {@link #keep} out of the same buffer.
   *
   * @return bytes read, or -1 at or after the end
   */
  default int readBase(ByteBuffer into, long position) throws IOException {
    return read(into, position);
  }

  /**
   * Takes bytes of the older file over: they were compared and are right. One that is shared with
   * what is written, or is written to itself, has nothing to do.
   */
  default void keep(ByteBuffer bytes, long position) throws IOException {
    write(bytes, position);
  }

  /** Notes that a range of {@link #landed} was compared and is right as it is. */
  default void same(long offset, long length) {}

  /**
   * Whether an earlier session had begun another version of the source for this target, whose bytes
   * are of no use: all starts over.
   */
  default boolean startedOver() {
    return false;
  }

  /**
   * Says that data will be written to the range, so that room for it is taken now and a full disk
   * is found before the bytes travel. What is never announced may stay a hole. Optional, and cheap
   * to call for all the data there is before the first write.
   *
   * @throws IOException where there is no room
   */
  default void expect(long offset, long length) throws IOException {}

  /** Writes all of the buffer's remaining bytes at a position. */
  void write(ByteBuffer from, long position) throws IOException;

  /**
   * Reads back what was written, to compare it.
   *
   * @return bytes read, or -1 at or after the end
   */
  int read(ByteBuffer into, long position) throws IOException;

  /**
   * Notes that the range has arrived, was checked and was written: a later session may resume from
   * it.
   */
  default void landed(long offset, long length) throws IOException {}

  /**
   * Makes the content visible under its name: size and metadata set, durable first where asked for,
   * renamed into place last.
   *
   * @param attributes final size, mode, owner and times
   * @param durable whether content and name must survive a power cut when this returns
   * @return warnings, such as an owner that can't be set without root; empty where all was done
   */
  List<String> complete(Attributes attributes, boolean durable) throws IOException;

  /** Gives up what has landed: nothing of it is left. */
  void discard() throws IOException;
}
