package io.sluice.mover;

import io.sluice.mover.wire.Open;
import io.sluice.transport.SocketTuning;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * How a mover moves, whatever it moves.
 *
 * @param transport name of a required transport, or {@code "auto"}
 * @param streams data streams, or 0 to let it choose
 * @param extent bytes an extent, from 64 KiB to 256 MiB
 * @param zeroCopy whether the kernel sends files itself
 * @param limit content bytes a second, or 0 for no limit
 * @param durable whether files are synced to disk before they count as done
 * @param timeout without progress, after which a stream is given up
 * @param retryFor how long reconnecting is tried
 * @param tuning changes the socket options that were chosen for a link
 */
public record Options(
    String transport,
    int streams,
    int extent,
    ZeroCopy zeroCopy,
    long limit,
    boolean durable,
    Duration timeout,
    Duration retryFor,
    UnaryOperator<SocketTuning> tuning) {
  /** Whether file data goes by {@code sendfile}. */
  public enum ZeroCopy {
    AUTO,
    ON,
    OFF
  }

  /**
   * Checks what a session can speak of.
   *
   * @throws IllegalArgumentException for an extent that is not from 64 KiB to 256 MiB
   */
  public Options {
    if (extent < Open.LEAST_EXTENT || extent > Open.MOST_EXTENT) {
      throw new IllegalArgumentException(
          "an extent of " + extent + " bytes: from 64 KiB to 256 MiB");
    }
  }

  /** 16 MiB. */
  public static final int DEFAULT_EXTENT = 16 << 20;

  /** The defaults of the command. */
  public static Options defaults() {
    return new Options(
        "auto",
        0,
        DEFAULT_EXTENT,
        ZeroCopy.AUTO,
        0,
        true,
        Duration.ofSeconds(30),
        Duration.ofSeconds(60),
        UnaryOperator.identity());
  }

  /** The same with another transport. */
  public Options withTransport(String name) {
    return new Options(name, streams, extent, zeroCopy, limit, durable, timeout, retryFor, tuning);
  }

  /** The same with another number of streams. */
  public Options withStreams(int number) {
    return new Options(
        transport, number, extent, zeroCopy, limit, durable, timeout, retryFor, tuning);
  }

  /** The same with another extent size. */
  public Options withExtent(int bytes) {
    return new Options(
        transport, streams, bytes, zeroCopy, limit, durable, timeout, retryFor, tuning);
  }

  /** The same with another way to send. */
  public Options withZeroCopy(ZeroCopy way) {
    return new Options(transport, streams, extent, way, limit, durable, timeout, retryFor, tuning);
  }

  /** The same with another rate limit. */
  public Options withLimit(long bytesPerSecond) {
    return new Options(
        transport, streams, extent, zeroCopy, bytesPerSecond, durable, timeout, retryFor, tuning);
  }

  /** The same, durable or not. */
  public Options withDurable(boolean on) {
    return new Options(transport, streams, extent, zeroCopy, limit, on, timeout, retryFor, tuning);
  }

  /** The same with another time-out. */
  public Options withTimeout(Duration time) {
    return new Options(
        transport, streams, extent, zeroCopy, limit, durable, time, retryFor, tuning);
  }

  /** The same with another bound on reconnecting. */
  public Options withRetryFor(Duration time) {
    return new Options(transport, streams, extent, zeroCopy, limit, durable, timeout, time, tuning);
  }

  /** The same with a change of socket options. */
  public Options withTuning(UnaryOperator<SocketTuning> change) {
    return new Options(
        transport, streams, extent, zeroCopy, limit, durable, timeout, retryFor, change);
  }
}
