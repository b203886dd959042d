package io.sluice.mover.session;

import io.sluice.mover.delta.Parts;

/**
 * A range of one file that a stream takes.
 *
 * @param file whose
 * @param offset bytes
 * @param length bytes
 * @param way what is to be done with it
 * @param parts what was read of it; {@code null} before that
 */
record Extent(OutgoingFile file, long offset, int length, Way way, Parts parts) {
  /** What is to be done with a range. */
  enum Way {
    /** Send its bytes. */
    SEND,
    /** An earlier session landed it: send its hash, and its bytes where that is another. */
    CHECK,
    /** An older file may have most of it: send the hashes of its parts. */
    COMPARE
  }

  Extent(OutgoingFile file, long offset, int length, Way way) {
    this(file, offset, length, way, null);
  }

  /**
   * What it counts among what is under way on a stream, in bytes. One that is compared is a small
   * frame and much work for the receiver: it counts eight times, so that what is left goes to the
   * stream whose receiver is free.
   */
  long weight() {
    return switch (way) {
      case SEND -> length;
      case CHECK -> 0;
      case COMPARE -> 8L * length;
    };
  }

  Extent toSend() {
    return new Extent(file, offset, length, Way.SEND);
  }

  /** The same with what was read. */
  Extent read(Parts read) {
    return new Extent(file, offset, length, way, read);
  }

  /** Its parts from one up to another, to be sent. */
  Extent toSend(int from, int to) {
    int start = parts.start(from);
    return new Extent(file, offset + start, parts.start(to) - start, Way.SEND);
  }
}
