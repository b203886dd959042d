package io.sluice.mover.session;

import io.sluice.mover.wire.Fields;

/**
 * What is known of a source when all of it was told: only of a whole one can anything be missing.
 */
enum Standing {
  /** Something of it was not told: a folder that could not be read, or nothing was there at all. */
  PARTLY(0),
  /** All of it was told. */
  WHOLE(1),
  /** Its path leads to another folder by now: a disk was mounted or unmounted there. */
  MOVED(2);

  private final int code;

  Standing(int code) {
    this.code = code;
  }

  /** As it is written into a frame. */
  int code() {
    return code;
  }

  static Standing of(int code) {
    for (Standing one : values()) {
      if (one.code == code) {
        return one;
      }
    }
    throw new Fields.MalformedException("a source is in an unknown state: " + code);
  }
}
