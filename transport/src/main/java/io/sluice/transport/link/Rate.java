package io.sluice.transport.link;

import java.time.Duration;

/**
 * Bits per second, in the network's decimal units.
 *
 * @param megabits millions of bits per second, more than 0
 */
public record Rate(long megabits) implements Comparable<Rate> {
  /**
   * Checks that there is a rate.
   *
   * @throws IllegalArgumentException for 0 or less
   */
  public Rate {
    if (megabits <= 0) {
      throw new IllegalArgumentException("a rate must be more than 0, not " + megabits + " Mb/s");
    }
  }

  /** Bytes that fit into one second. */
  public long bytesPerSecond() {
    return Math.multiplyExact(megabits, 125_000L);
  }

  /**
   * Bytes on their way at this rate while the first one goes there and its acknowledgement comes
   * back: the bandwidth-delay product.
   */
  public long bytesIn(Duration roundTrip) {
    return Math.round(bytesPerSecond() * (roundTrip.toNanos() / 1e9));
  }

  /** With three decimals, as the kernel prints the bandwidth of a slot: {@code 16.000 Gb/s}. */
  public String exact() {
    return exactGigabits() + " Gb/s";
  }

  String exactGigabits() {
    long thousandths = megabits % 1000;
    return megabits / 1000 + "." + String.valueOf(1000 + thousandths).substring(1);
  }

  @Override
  public int compareTo(Rate other) {
    return Long.compare(megabits, other.megabits);
  }

  /** Short, cut to one decimal: {@code 32 Gb/s}, {@code 54.5 Gb/s}, {@code 100 Mb/s}. */
  @Override
  public String toString() {
    if (megabits < 1000) {
      return megabits + " Mb/s";
    }
    long tenths = megabits / 100;
    return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " Gb/s";
  }
}
