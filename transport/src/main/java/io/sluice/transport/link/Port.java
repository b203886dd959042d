package io.sluice.transport.link;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port of an RDMA device, as {@code /sys/class/infiniband} has it.
 *
 * @param device such as {@code mlx5_0}
 * @param number counted from 1
 * @param nodeType the kernel's word: {@code CA} (InfiniBand or RoCE), {@code RNIC} (iWARP), …
 * @param linkLayer {@code InfiniBand} or {@code Ethernet}
 * @param state {@code ACTIVE}, {@code DOWN}, {@code INIT}, {@code ARMED}, …
 * @param physicalState {@code LinkUp}, {@code Disabled}, {@code Polling}, …
 * @param rate the nominal rate that the kernel prints
 * @param dataRate what is left of it after the line code
 */
public record Port(
    String device,
    int number,
    Optional<String> nodeType,
    Optional<String> linkLayer,
    Optional<String> state,
    Optional<String> physicalState,
    Optional<Rate> rate,
    Optional<Rate> dataRate) {

  private static final Pattern RATE =
      Pattern.compile("(\\d{1,6})(\\.5)? Gb/sec(?: \\((\\d{1,2})X ?([A-Z0-9]*)\\))?");

  /**
   * Mb/s of data a lane. SDR, DDR and QDR signal at 2.5, 5 and 10 Gb/s with 8b/10b; FDR10 and FDR
   * at 10.3125 and 14.0625 with 64b/66b. From EDR on the name's own figure is what is left after
   * line code and error correction (25.78125 × 64/66 = 25).
   */
  private static final Map<String, Double> DATA_A_LANE =
      Map.of(
          "", 2_000.0, // how Linux before 3.3 wrote SDR
          "SDR", 2_000.0,
          "DDR", 4_000.0,
          "QDR", 8_000.0,
          "FDR10", 10_312.5 * 64 / 66,
          "FDR", 14_062.5 * 64 / 66,
          "EDR", 25_000.0,
          "HDR", 50_000.0,
          "NDR", 100_000.0,
          "XDR", 200_000.0);

  /** {@code mlx5_0:1}, as the tools of the field write it. */
  public String name() {
    return device + ":" + number;
  }

  /** Whether it is known to be up and configured by a subnet manager. */
  public boolean isActive() {
    return state.filter("ACTIVE"::equals).isPresent();
  }

  /** Whether its frames are Ethernet's: RoCE where the node is a channel adapter. */
  public boolean isEthernet() {
    return linkLayer.filter("Ethernet"::equals).isPresent();
  }

  /** The figure before "Gb/sec" in the file {@code rate}: "40 Gb/sec (4X QDR)". */
  static Optional<Rate> parseRate(String text) {
    Matcher matcher = RATE.matcher(text.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long megabits = Long.parseLong(matcher.group(1)) * 1000 + (matcher.group(2) == null ? 0 : 500);
    return megabits == 0 ? Optional.empty() : Optional.of(new Rate(megabits));
  }

  /**
   * The data rate for the file {@code rate}. Ethernet ports borrow InfiniBand's names for their
   * speed, but not its line code: 40 Gb/s Ethernet prints as "4X QDR" and carries 40 Gb/s.
   */
  static Optional<Rate> parseDataRate(String text, boolean ethernet) {
    Matcher matcher = RATE.matcher(text.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    if (ethernet) {
      return parseRate(text);
    }
    if (matcher.group(3) == null || !DATA_A_LANE.containsKey(matcher.group(4))) {
      return Optional.empty();
    }
    long megabits = (long) (DATA_A_LANE.get(matcher.group(4)) * Integer.parseInt(matcher.group(3)));
    return megabits == 0 ? Optional.empty() : Optional.of(new Rate(megabits));
  }

  /** {@code mlx4_0:1 DOWN (Disabled)}. */
  @Override
  public String toString() {
    return name() + " " + state.orElse("?") + physicalState.map(at -> " (" + at + ")").orElse("");
  }
}
