package io.sluice.mover.cli;

import io.sluice.mover.Options;
import io.sluice.mover.wire.Open;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How bytes move: options of every command that moves some. */
final class Moving {
  private static final int MOST_STREAMS = 128;

  @Option(
      names = "--streams",
      paramLabel = "N|auto",
      description = "Data connections at once; auto, the default, decides by the link.")
  private String streams = "auto";

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      description =
          "Use this transport and no other: epoll, io_uring, nio, ucx. Auto, the default, takes the"
              + " best that both sides have.")
  private String transport = "auto";

  @Option(
      names = "--extent",
      paramLabel = "SIZE",
      description = "Unit of striping, checksum and resume; 16MiB as it is.")
  private String extent;

  @Option(
      names = "--zero-copy",
      paramLabel = "auto|on|off",
      description = "Whether the kernel sends the file by itself (sendfile); auto as it is.")
  private String zeroCopy = "auto";

  @Option(
      names = "--limit",
      paramLabel = "RATE",
      description = "Move at most so much a second: 100MiB/s.")
  private String limit;

  @Option(
      names = "--no-fsync",
      description = "Do not wait until what was copied would survive a power cut.")
  private boolean noFsync;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Give a stream up after so long without progress; 30s as it is.")
  private String timeout;

  @Option(
      names = "--retry-for",
      paramLabel = "TIME",
      description = "Try to reconnect for so long; 60s as it is.")
  private String retryFor;

  @Option(names = "--sndbuf", paramLabel = "SIZE", description = "SO_SNDBUF of data connections.")
  private String sendBuffer;

  @Option(names = "--rcvbuf", paramLabel = "SIZE", description = "SO_RCVBUF of data connections.")
  private String receiveBuffer;

  @Option(
      names = "--congestion",
      paramLabel = "NAME",
      description = "TCP_CONGESTION: an algorithm that the kernel has, such as bbr.")
  private String congestion;

  @Option(names = "--mss", paramLabel = "BYTES", description = "TCP_MAXSEG of data connections.")
  private Integer maxSegment;

  @Option(
      names = "--busy-poll",
      paramLabel = "MICROSECONDS",
      description = "SO_BUSY_POLL: spin so long for data before sleeping.")
  private Integer busyPoll;

  /**
   * The library's options.
   *
   * @throws UsageException where a value is not one
   * @throws UnsatisfiedLinkError where a required transport can't be used here
   */
  Options options() {
    Options options =
        Options.defaults()
            .withTransport(transport())
            .withStreams(streams())
            .withZeroCopy(zeroCopy())
            .withDurable(!noFsync)
            .withTuning(this::tune);
    if (extent != null) {
      options =
          options.withExtent((int) within("--extent", extent, Open.LEAST_EXTENT, Open.MOST_EXTENT));
    }
    if (limit != null) {
      options = options.withLimit(limit());
    }
    if (timeout != null) {
      options = options.withTimeout(time("--timeout", timeout));
    }
    if (retryFor != null) {
      options = options.withRetryFor(time("--retry-for", retryFor));
    }
    checkTuning();
    return options;
  }

  private String transport() {
    if (transport.equals("auto")) {
      return transport;
    }
    try {
      Transport named = Transports.of(transport);
      named.ensureAvailability();
      return transport;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--transport: " + ByteText.of(e.getMessage()));
    }
  }

  private int streams() {
    if (streams.equals("auto")) {
      return 0;
    }
    return number("--streams", streams, MOST_STREAMS);
  }

  private static int number(String option, String text, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new UsageException(option + ": \"" + text + "\" is not auto or from 1 to " + most);
  }

  private Options.ZeroCopy zeroCopy() {
    return switch (zeroCopy) {
      case "auto" -> Options.ZeroCopy.AUTO;
      case "on" -> Options.ZeroCopy.ON;
      case "off" -> Options.ZeroCopy.OFF;
      default ->
          throw new UsageException("--zero-copy: \"" + zeroCopy + "\" is not auto, on or off");
    };
  }

  private long limit() {
    long rate;
    try {
      rate = Amounts.rate(limit);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--limit: " + e.getMessage());
    }
    if (rate < 1) {
      throw new UsageException("--limit: nothing would ever arrive at " + limit);
    }
    return rate;
  }

  private static Duration time(String option, String text) {
    Duration time;
    try {
      time = Amounts.time(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
    if (time.isZero()) {
      throw new UsageException(option + ": must be more than 0");
    }
    return time;
  }

  private static long within(String option, String text, long least, long most) {
    long size;
    try {
      size = Amounts.size(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
    if (size < least || size > most) {
      throw new UsageException(
          option + ": from " + Amounts.bytes(least) + " to " + Amounts.bytes(most));
    }
    return size;
  }

  private void checkTuning() {
    tune(SocketTuning.kernel());
  }

  private SocketTuning tune(SocketTuning chosen) {
    SocketTuning tuning = chosen;
    if (sendBuffer != null) {
      tuning =
          tuning.withSendBuffer((int) within("--sndbuf", sendBuffer, 1, Integer.MAX_VALUE / 2));
    }
    if (receiveBuffer != null) {
      tuning =
          tuning.withReceiveBuffer(
              (int) within("--rcvbuf", receiveBuffer, 1, Integer.MAX_VALUE / 2));
    }
    try {
      if (congestion != null) {
        tuning = tuning.withCongestion(congestion);
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("--congestion: " + e.getMessage());
    }
    if (maxSegment != null) {
      // The kernel's own bounds: TCP_MIN_MSS and MAX_TCP_WINDOW.
      tuning = tuning.withMaxSegment(bounded("--mss", maxSegment, 88, 32767));
    }
    if (busyPoll != null) {
      tuning = tuning.withBusyPollMicros(bounded("--busy-poll", busyPoll, 0, 1_000_000));
    }
    return tuning;
  }

  private static int bounded(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          String.format(Locale.ROOT, "%s: from %d to %d", option, least, most));
    }
    return value;
  }
}
