package io.sluice.transport.link;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The sysctls that bound what a TCP socket may have. All sizes are bytes.
 *
 * @param receiveMax {@code net.core.rmem_max}: the most that {@code SO_RCVBUF} can ask for
 * @param sendMax {@code net.core.wmem_max}: the most that {@code SO_SNDBUF} can ask for
 * @param tcpReceive {@code net.ipv4.tcp_rmem}: bounds of autotuning
 * @param tcpSend {@code net.ipv4.tcp_wmem}: bounds of autotuning
 * @param autotunesReceive {@code net.ipv4.tcp_moderate_rcvbuf}
 * @param congestion {@code net.ipv4.tcp_congestion_control}: what new sockets get
 * @param congestionAvailable {@code net.ipv4.tcp_available_congestion_control}; others may be
 *     modules that are not loaded
 * @param mtuProbing {@code net.ipv4.tcp_mtu_probing}: 0 off, 1 after a black hole, 2 always
 */
public record SocketLimits(
    OptionalLong receiveMax,
    OptionalLong sendMax,
    Optional<Autotuning> tcpReceive,
    Optional<Autotuning> tcpSend,
    Optional<Boolean> autotunesReceive,
    Optional<String> congestion,
    List<String> congestionAvailable,
    OptionalInt mtuProbing) {

  /**
   * The three figures of {@code tcp_rmem} and {@code tcp_wmem}, in bytes.
   *
   * @param least what a socket keeps under memory pressure
   * @param initial what it starts with
   * @param most where autotuning ends
   */
  public record Autotuning(long least, long initial, long most) {
    static Optional<Autotuning> parse(String text) {
      String[] parts = text.trim().split("\\s+", -1);
      if (parts.length != 3) {
        return Optional.empty();
      }
      for (String part : parts) {
        if (!part.matches("\\d{1,18}")) {
          return Optional.empty();
        }
      }
      return Optional.of(
          new Autotuning(
              Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }
  }

  static SocketLimits read(KernelFiles files) {
    String core = "proc/sys/net/core/";
    String ipv4 = "proc/sys/net/ipv4/";
    return new SocketLimits(
        files.number(core + "rmem_max"),
        files.number(core + "wmem_max"),
        files.text(ipv4 + "tcp_rmem").flatMap(Autotuning::parse),
        files.text(ipv4 + "tcp_wmem").flatMap(Autotuning::parse),
        files.flag(ipv4 + "tcp_moderate_rcvbuf"),
        files.text(ipv4 + "tcp_congestion_control"),
        files
            .text(ipv4 + "tcp_available_congestion_control")
            .map(text -> List.of(text.split("\\s+")))
            .orElse(List.of()),
        files.smallNumber(ipv4 + "tcp_mtu_probing"));
  }
}
