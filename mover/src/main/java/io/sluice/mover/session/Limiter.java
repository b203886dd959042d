package io.sluice.mover.session;

/**
 * Holds senders to a rate: a bucket that fills with time and holds a tenth of a second's bytes.
 * Thread-safe.
 */
final class Limiter {
  private final double bytesPerNano;
  private final double most;
  private double credit;
  private long last = System.nanoTime();

  /**
   * Makes one.
   *
   * @param bytesPerSecond the rate, or 0 for none
   */
  Limiter(long bytesPerSecond) {
    bytesPerNano = bytesPerSecond / 1e9;
    most = Math.max(bytesPerSecond / 10.0, SendStream.CHUNK);
    credit = most;
  }

  /**
   * Takes bytes from the bucket, which may go below zero.
   *
   * @return nanoseconds to wait before they may be sent; 0 where they may go now
   */
  synchronized long take(int bytes) {
    if (bytesPerNano == 0) {
      return 0;
    }
    long now = System.nanoTime();
    credit = Math.min(most, credit + (now - last) * bytesPerNano);
    last = now;
    credit -= bytes;
    return credit >= 0 ? 0 : (long) (-credit / bytesPerNano);
  }
}
