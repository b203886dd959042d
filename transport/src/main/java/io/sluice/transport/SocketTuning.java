package io.sluice.transport;

import io.sluice.transport.link.Link;
import io.sluice.transport.link.Rate;
import io.sluice.transport.link.SocketLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The socket options of a connection, as a value that prints itself with its reason. A field that
 * is empty or zero leaves the kernel's own choice, which is the right one for most links: {@link
 * #forLink} says when it is not. Each field can be overridden; the reason then says so.
 *
 * <p>Besides these, every transport switches {@code TCP_NODELAY} on (Netty gathers writes itself;
 * waiting for an acknowledgement only delays requests), {@code SO_KEEPALIVE} (a peer that vanished
 * while the line was idle is found out in the end, after {@code tcp_keepalive_time}) and, for
 * listeners, {@code SO_REUSEADDR} (a service can start again while connections of the last run are
 * in TIME_WAIT; two listeners on one port stay impossible on Linux).
 *
 * <p>{@code TCP_USER_TIMEOUT} is off unless asked for. It finds a cut line in seconds instead of
 * the quarter of an hour that {@code tcp_retries2} allows, but Linux also applies it to a peer that
 * is well and merely does not read ({@code tcp_probe_timer} in {@code net/ipv4/tcp_timer.c}): a
 * service whose consumer pauses for longer would lose a healthy connection. Who knows that its
 * peers always read, or has a heartbeat of its own, sets it.
 *
 * @param sendBuffer {@code SO_SNDBUF} in bytes; 0 leaves autotuning on. The kernel doubles it
 * @param receiveBuffer {@code SO_RCVBUF} in bytes; 0 leaves autotuning on. The kernel doubles it
 * @param congestion {@code TCP_CONGESTION}; empty leaves the system's default
 * @param maxSegment {@code TCP_MAXSEG} in bytes, 88 to 32767; 0 leaves the path's
 * @param busyPollMicros {@code SO_BUSY_POLL} in microseconds; 0 is off. More than the system's
 *     {@code net.core.busy_read} takes CAP_NET_ADMIN
 * @param userTimeoutMillis {@code TCP_USER_TIMEOUT}; 0 is off
 * @param reason why these values, for people
 */
public record SocketTuning(
    int sendBuffer,
    int receiveBuffer,
    String congestion,
    int maxSegment,
    int busyPollMicros,
    int userTimeoutMillis,
    String reason) {

  /** {@code TCP_MIN_MSS} and {@code MAX_TCP_WINDOW}: what Linux takes for {@code TCP_MAXSEG}. */
  private static final int LEAST_SEGMENT = 88;

  private static final int MOST_SEGMENT = 32_767;

  /** The kernel doubles a buffer's size in an int. */
  static final int MOST_BUFFER = Integer.MAX_VALUE / 2;

  /**
   * Checks the fields.
   *
   * @throws IllegalArgumentException where the kernel would refuse one whatever the host
   */
  public SocketTuning {
    within("a send buffer", sendBuffer, 0, MOST_BUFFER);
    within("a receive buffer", receiveBuffer, 0, MOST_BUFFER);
    within("busy polling in microseconds", busyPollMicros, 0, Integer.MAX_VALUE);
    within("a user timeout in milliseconds", userTimeoutMillis, 0, Integer.MAX_VALUE);
    if (maxSegment != 0) {
      within("a segment", maxSegment, LEAST_SEGMENT, MOST_SEGMENT);
    }
    if (!congestion.matches("[A-Za-z0-9_-]{0,15}")) {
      throw new IllegalArgumentException(
          "\"" + congestion + "\" is no name of a congestion control, such as cubic or bbr");
    }
    Objects.requireNonNull(reason, "reason");
  }

  private static void within(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be " + least + " to " + most + ", not " + value);
    }
  }

  /** Leaves everything to the kernel. */
  public static SocketTuning kernel() {
    return kernel("the kernel tunes itself");
  }

  private static SocketTuning kernel(String reason) {
    return new SocketTuning(0, 0, "", 0, 0, 0, reason);
  }

  /** As {@link #forLink(Link, SocketLimits, Duration, int)} for one stream. */
  public static SocketTuning forLink(Link link, SocketLimits limits, Duration roundTrip) {
    return forLink(link, limits, roundTrip, 1);
  }

  /**
   * The tuning for connections over {@code link}.
   *
   * <p>Linux's autotuning grows a buffer as the path needs it, up to the last figure of {@code
   * tcp_rmem} and {@code tcp_wmem}. A size that is set explicitly switches it off for the socket
   * and is capped by {@code rmem_max} and {@code wmem_max}, which by default are far below. So a
   * size is set only where the link's bandwidth-delay product, shared among the streams, is more
   * than autotuning reaches, and only where the cap lets it be larger than what autotuning gives.
   * Where it does not, the reason says which sysctl to raise.
   *
   * <p>Congestion control is left to the system: what a link can do says nothing of who else is on
   * the path. So are segment size, because the kernel follows the path's MTU, and busy polling,
   * because it spends CPU that a mover of bulk needs for copying.
   *
   * @param roundTrip of the path; zero where it is not known yet
   * @param streams connections that share the link, 1 or more
   */
  public static SocketTuning forLink(
      Link link, SocketLimits limits, Duration roundTrip, int streams) {
    if (streams < 1) {
      throw new IllegalArgumentException("there must be a stream, not " + streams);
    }
    if (link.kind() == Link.Kind.LOOPBACK) {
      return kernel("loopback needs no buffer beyond autotuning");
    }
    Optional<Rate> rate = link.dataRate();
    if (rate.isEmpty()) {
      return kernel("the rate of " + link.name() + " is not known: left to autotuning");
    }
    if (roundTrip.isZero() || roundTrip.isNegative()) {
      return kernel("the round trip time is not known: left to autotuning");
    }
    long product = rate.get().bytesIn(roundTrip.dividedBy(streams));
    List<String> reasons = new ArrayList<>();
    reasons.add(
        String.format(
            Locale.ROOT,
            "%s at %s and %.3f ms has %d bytes on their way%s",
            link.name(),
            rate.get(),
            roundTrip.toNanos() / 1e6,
            product,
            streams == 1 ? "" : " in each of " + streams + " streams"));
    int send = BufferRule.send(limits).size(product, reasons);
    int receive = BufferRule.receive(limits).size(product, reasons);
    return new SocketTuning(send, receive, "", 0, 0, 0, String.join("; ", reasons));
  }

  /** With that {@code SO_SNDBUF} in bytes; 0 leaves autotuning on. */
  public SocketTuning withSendBuffer(int bytes) {
    return new SocketTuning(
        bytes,
        receiveBuffer,
        congestion,
        maxSegment,
        busyPollMicros,
        userTimeoutMillis,
        asked("SO_SNDBUF"));
  }

  /** With that {@code SO_RCVBUF} in bytes; 0 leaves autotuning on. */
  public SocketTuning withReceiveBuffer(int bytes) {
    return new SocketTuning(
        sendBuffer,
        bytes,
        congestion,
        maxSegment,
        busyPollMicros,
        userTimeoutMillis,
        asked("SO_RCVBUF"));
  }

  /** With that {@code TCP_CONGESTION}; empty leaves the system's default. */
  public SocketTuning withCongestion(String name) {
    return new SocketTuning(
        sendBuffer,
        receiveBuffer,
        name,
        maxSegment,
        busyPollMicros,
        userTimeoutMillis,
        asked("TCP_CONGESTION"));
  }

  /** With that {@code TCP_MAXSEG} in bytes; 0 leaves the path's. */
  public SocketTuning withMaxSegment(int bytes) {
    return new SocketTuning(
        sendBuffer,
        receiveBuffer,
        congestion,
        bytes,
        busyPollMicros,
        userTimeoutMillis,
        asked("TCP_MAXSEG"));
  }

  /** With that {@code SO_BUSY_POLL}; 0 is off. */
  public SocketTuning withBusyPollMicros(int micros) {
    return new SocketTuning(
        sendBuffer,
        receiveBuffer,
        congestion,
        maxSegment,
        micros,
        userTimeoutMillis,
        asked("SO_BUSY_POLL"));
  }

  /** With that {@code TCP_USER_TIMEOUT}; 0 is off. */
  public SocketTuning withUserTimeoutMillis(int millis) {
    return new SocketTuning(
        sendBuffer,
        receiveBuffer,
        congestion,
        maxSegment,
        busyPollMicros,
        millis,
        asked("TCP_USER_TIMEOUT"));
  }

  private String asked(String option) {
    return reason + "; " + option + " as asked";
  }

  /** The same values with another reason. */
  SocketTuning because(String why) {
    return new SocketTuning(
        sendBuffer, receiveBuffer, congestion, maxSegment, busyPollMicros, userTimeoutMillis, why);
  }

  /** {@code SO_RCVBUF 40000000, TCP_CONGESTION bbr, because …}. */
  @Override
  public String toString() {
    List<String> fields = new ArrayList<>();
    addTo(fields, "SO_SNDBUF", sendBuffer);
    addTo(fields, "SO_RCVBUF", receiveBuffer);
    if (!congestion.isEmpty()) {
      fields.add("TCP_CONGESTION " + congestion);
    }
    addTo(fields, "TCP_MAXSEG", maxSegment);
    addTo(fields, "SO_BUSY_POLL", busyPollMicros);
    addTo(fields, "TCP_USER_TIMEOUT", userTimeoutMillis);
    String values = fields.isEmpty() ? "the kernel's own values" : String.join(", ", fields);
    return values + ", because " + reason;
  }

  private static void addTo(List<String> fields, String option, int value) {
    if (value != 0) {
      fields.add(option + " " + value);
    }
  }
}
