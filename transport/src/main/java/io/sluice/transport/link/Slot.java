package io.sluice.transport.link;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The PCI Express link between a card and the host.
 *
 * @param address PCI address, such as {@code 0000:06:00.0}
 * @param current what was negotiated
 * @param maximum what the card can do
 */
public record Slot(Optional<String> address, Optional<Lanes> current, Optional<Lanes> maximum) {

  /**
   * Speed and width of a PCI Express link.
   *
   * @param megatransfers millions of transfers per second and lane: 5000 is written 5.0 GT/s
   * @param width number of lanes
   */
  public record Lanes(int megatransfers, int width) {
    /**
     * Mb/s a lane after the line code, before packet overhead: {@code PCIE_SPEED2MBS_ENC} of Linux
     * (8b/10b up to 5.0 GT/s, then 128b/130b, none in the flits of 64.0 GT/s).
     */
    private static final Map<Integer, Integer> MEGABITS_A_LANE =
        Map.of(
            2_500, 2_000, 5_000, 4_000, 8_000, 7_876, 16_000, 15_753, 32_000, 31_507, 64_000,
            64_000);

    /** 0, 63 and 255 are what an absent or a virtual function reads as. */
    private static final Set<Integer> WIDTHS = Set.of(1, 2, 4, 8, 12, 16, 32);

    private static final Pattern SPEED = Pattern.compile("(\\d{1,3})(?:\\.(\\d))? GT/s.*");

    /**
     * Checks that both figures exist in the standard.
     *
     * @throws IllegalArgumentException where one does not
     */
    public Lanes {
      if (!MEGABITS_A_LANE.containsKey(megatransfers) || !WIDTHS.contains(width)) {
        throw new IllegalArgumentException(
            "no PCI Express link has " + megatransfers + " MT/s and " + width + " lanes");
      }
    }

    /** What the link carries before packet overhead. */
    public Rate bandwidth() {
      return new Rate((long) MEGABITS_A_LANE.get(megatransfers) * width);
    }

    /**
     * Reads the files {@code current_link_speed} ("5.0 GT/s PCIe"; "5 GT/s" before Linux 5.7) and
     * {@code current_link_width} ("4"), or their maxima.
     */
    static Optional<Lanes> parse(String speed, String width) {
      Matcher matcher = SPEED.matcher(speed.trim());
      if (!matcher.matches() || !width.trim().matches("\\d{1,3}")) {
        return Optional.empty();
      }
      int tenths = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
      int megatransfers = Integer.parseInt(matcher.group(1)) * 1000 + tenths * 100;
      int lanes = Integer.parseInt(width.trim());
      return MEGABITS_A_LANE.containsKey(megatransfers) && WIDTHS.contains(lanes)
          ? Optional.of(new Lanes(megatransfers, lanes))
          : Optional.empty();
    }

    /** {@code 5.0 GT/s x4}. */
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f GT/s x%d", megatransfers / 1000.0, width);
    }
  }

  /** What the slot carries now, before packet overhead. */
  public Optional<Rate> bandwidth() {
    return current.map(Lanes::bandwidth);
  }

  /** What it would carry at the card's best speed and width. */
  public Optional<Rate> maximumBandwidth() {
    return maximum.map(Lanes::bandwidth);
  }

  /** Whether the slot is known to carry less than the card could. */
  public boolean isNarrowed() {
    return bandwidth().isPresent()
        && maximumBandwidth().isPresent()
        && bandwidth().get().compareTo(maximumBandwidth().get()) < 0;
  }

  /** {@code slot 16.000 of 63.008 Gb/s}. */
  @Override
  public String toString() {
    String now = bandwidth().map(Rate::exactGigabits).orElse("?");
    return maximumBandwidth()
        .map(most -> "slot " + now + " of " + most.exact())
        .orElse("slot " + now + " Gb/s");
  }
}
