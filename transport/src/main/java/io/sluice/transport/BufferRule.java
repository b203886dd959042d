package io.sluice.transport;

import io.sluice.transport.link.SocketLimits;
import io.sluice.transport.link.SocketLimits.Autotuning;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a socket buffer's size is set, and to what.
 *
 * @param option name of the socket option
 * @param autotuning name of the sysctl that bounds autotuning
 * @param bounds its value
 * @param grows whether autotuning is on
 * @param cap name of the sysctl that caps the option
 * @param most its value
 */
record BufferRule(
    String option,
    String autotuning,
    Optional<Autotuning> bounds,
    boolean grows,
    String cap,
    OptionalLong most) {

  /** {@code SO_SNDBUF}. The send side has no switch: it always grows. */
  static BufferRule send(SocketLimits limits) {
    return new BufferRule(
        "SO_SNDBUF", "tcp_wmem", limits.tcpSend(), true, "wmem_max", limits.sendMax());
  }

  /** {@code SO_RCVBUF}. */
  static BufferRule receive(SocketLimits limits) {
    return new BufferRule(
        "SO_RCVBUF",
        "tcp_rmem",
        limits.tcpReceive(),
        limits.autotunesReceive().orElse(true),
        "rmem_max",
        limits.receiveMax());
  }

  /**
   * Bytes to set, or 0 for autotuning; adds why to {@code reasons}.
   *
   * @param product bytes on their way that the buffer has to hold
   */
  int size(long product, List<String> reasons) {
    if (bounds.isEmpty() || most.isEmpty()) {
      reasons.add(option + " is left alone because " + autotuning + " or " + cap + " is not known");
      return 0;
    }
    long reached = grows ? bounds.get().most() : bounds.get().initial();
    String figure =
        (grows ? autotuning + "[2] " : autotuning + "[1] (autotuning is off) ") + reached;
    if (product <= reached) {
      reasons.add(figure + " is enough");
      return 0;
    }
    long allowed = Math.min(Math.min(product, most.getAsLong()), SocketTuning.MOST_BUFFER);
    // The kernel doubles what is asked for, to make room for its own overhead; autotuning's
    // figures include that room. So the two compare at twice the size.
    if (allowed * 2 <= reached) {
      reasons.add(
          option
              + " is left alone because "
              + cap
              + " "
              + most.getAsLong()
              + " would make it smaller than "
              + figure
              + ": raise "
              + autotuning
              + "[2] to "
              + product * 2);
      return 0;
    }
    reasons.add(
        "that is more than "
            + figure
            + (allowed < product
                ? ", and " + option + " is capped by " + cap + " " + most.getAsLong()
                : ""));
    return (int) allowed;
  }
}
