package io.sluice.transport;

/**
 * The socket options of a connection, as a value that prints itself. A field that is empty or zero
 * leaves the kernel's own choice.
 *
 * @param sendBuffer {@code SO_SNDBUF} in bytes; 0 leaves autotuning on
 * @param receiveBuffer {@code SO_RCVBUF} in bytes; 0 leaves autotuning on
 * @param congestion {@code TCP_CONGESTION}; empty leaves the system's default
 * @param maxSegment {@code TCP_MAXSEG} in bytes; 0 leaves the path's
 * @param busyPollMicros {@code SO_BUSY_POLL} in microseconds; 0 is off
 * @param reason why these values, for people
 */
public record SocketTuning(
    int sendBuffer,
    int receiveBuffer,
    String congestion,
    int maxSegment,
    int busyPollMicros,
    String reason) {
  /** Leaves everything to the kernel. */
  public static SocketTuning kernel() {
    return new SocketTuning(0, 0, "", 0, 0, "the kernel tunes itself");
  }
}
