package io.sluice.mover.store;

import io.sluice.mover.Sink.Range;
import io.sluice.mover.store.Names.Identity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * How a journal looks on disk: a header that binds it to one version of a source, then a record of
 * fixed size for each range that has landed. Big endian.
 *
 * <pre>
 * header  magic "SLUICEJ\0" · version (4) · size (8) · seconds (8) · nanos (4) · extent (4)
 *         · zero (8) · CRC32C of all before (4)
 * record  offset (8) · length (8) · sequence (4) · CRC32C of the header's CRC and all before (4)
 * </pre>
 *
 * <p>A header that is unknown or damaged makes the journal worth nothing. Reading stops at the
 * first record that is: a record's CRC covers its place and the header, so neither a torn write nor
 * the rest of an older journal is taken for one.
 */
final class JournalFormat {
  static final int VERSION = 1;
  static final int HEADER = 48;
  static final int RECORD = 24;

  private static final long MAGIC = 0x534c554943454a00L;

  private JournalFormat() {}

  /** The header for a source. */
  static ByteBuffer header(Identity source) {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    header.putLong(MAGIC).putInt(VERSION).put(source.bytes()).putLong(0);
    header.putInt(crc(0, header, 0, HEADER - 4));
    return header.flip();
  }

  /** The source that a header was written for, or {@code null} where it is none of ours. */
  static Identity identity(ByteBuffer journal) {
    if (journal.remaining() < HEADER) {
      return null;
    }
    int start = journal.position();
    if (journal.getLong(start) != MAGIC
        || journal.getInt(start + 8) != VERSION
        || journal.getInt(start + HEADER - 4) != crc(0, journal, start, HEADER - 4)) {
      return null;
    }
    return Identity.read(journal.slice(start + 12, Identity.BYTES));
  }

  /** Where the record with that number begins. */
  static long position(int sequence) {
    return HEADER + (long) RECORD * sequence;
  }

  /** Writes a record to a buffer. */
  static void record(ByteBuffer into, ByteBuffer header, int sequence, long offset, long length) {
    int start = into.position();
    into.putLong(offset).putLong(length).putInt(sequence);
    into.putInt(crc(header.getInt(HEADER - 4), into, start, RECORD - 4));
  }

  /**
   * Ranges of the records that follow the header, as far as they are whole and lie within {@code
   * size}, in the order they were written.
   */
  static List<Range> ranges(ByteBuffer journal, long size) {
    List<Range> ranges = new ArrayList<>();
    int start = journal.position();
    int headerCrc = journal.getInt(start + HEADER - 4);
    int at = start + HEADER;
    for (int sequence = 0; at + RECORD <= journal.limit(); sequence++, at += RECORD) {
      long offset = journal.getLong(at);
      long length = journal.getLong(at + 8);
      boolean whole =
          journal.getInt(at + 16) == sequence
              && journal.getInt(at + 20) == crc(headerCrc, journal, at, RECORD - 4);
      if (!whole || offset < 0 || length <= 0 || length > size - offset) {
        break;
      }
      ranges.add(new Range(offset, length));
    }
    return ranges;
  }

  private static int crc(int seed, ByteBuffer bytes, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(seed >>> 24);
    crc.update(seed >>> 16);
    crc.update(seed >>> 8);
    crc.update(seed);
    crc.update(bytes.slice(at, length));
    return (int) crc.getValue();
  }
}
