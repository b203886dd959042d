package io.sluice.mover;

/**
 * How far a transfer is, at one moment.
 *
 * @param phase what it does now
 * @param bytes content bytes that the destination acknowledged, resumed ones included
 * @param totalBytes content bytes of all files known so far
 * @param resumedBytes those found there already
 * @param files files that are complete
 * @param totalFiles files known so far
 * @param streams data streams that are connected
 * @param nanos time since the start, nanoseconds
 */
public record Progress(
    Phase phase,
    long bytes,
    long totalBytes,
    long resumedBytes,
    long files,
    long totalFiles,
    int streams,
    long nanos) {
  /** What a transfer does. */
  public enum Phase {
    CONNECTING,
    CHECKING,
    MOVING,
    COMPLETING,
    DONE
  }
}
