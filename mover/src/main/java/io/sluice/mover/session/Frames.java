package io.sluice.mover.session;

import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Hello;

/** Bounds and small numbers of the session's frames. */
final class Frames {
  /** Bytes of a payload that is collected, after the proof. */
  static final int MOST_PAYLOAD = 1 << 20;

  /** Bytes of a payload before the proof. */
  static final int MOST_HELLO = 4 << 10;

  /** {@code ACK}: the bytes were there before. */
  static final int RESUMED = 1;

  /** {@code NAK}: the checksum does not match. */
  static final int DAMAGED = 1;

  /** {@code NAK}: what is there has another hash. */
  static final int DIFFERENT = 2;

  /** {@code NAK}: the file is not under way here. */
  static final int GONE = 3;

  /** {@code NAK}: another stream writes to the range. */
  static final int BUSY = 4;

  /** {@code COMPLETE}: the sum of the whole file follows its attributes. */
  static final int SUMMED = 1;

  private Frames() {}

  /** Skips an optional frame; a required one can't be. */
  static void unknown(Frame frame) {
    if (frame.isRequired()) {
      throw new Fields.MalformedException(
          "the peer sent a frame of type "
              + frame.type()
              + ", which version "
              + Hello.MAJOR
              + "."
              + Hello.MINOR
              + " does not know");
    }
  }
}
