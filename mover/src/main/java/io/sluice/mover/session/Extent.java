package io.sluice.mover.session;

/**
 * A range of one file that a stream takes: bytes to send, or only to compare.
 *
 * @param file whose
 * @param offset bytes
 * @param length bytes
 * @param check whether the receiver may have it already
 */
record Extent(OutgoingFile file, long offset, int length, boolean check) {
  Extent toSend() {
    return new Extent(file, offset, length, false);
  }
}
