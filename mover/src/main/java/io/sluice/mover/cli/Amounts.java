package io.sluice.mover.cli;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * Sizes, rates and times, as people write and read them. {@code K} and {@code KiB} are 1024, {@code
 * KB} is 1000, up to {@code E}; times are {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, and a
 * bare number is seconds.
 */
final class Amounts {
  private static final String PREFIXES = "KMGTPE";

  private Amounts() {}

  /**
   * Bytes.
   *
   * @throws IllegalArgumentException where {@code text} is no size, or more than 2^63 - 1 bytes
   */
  static long size(String text) {
    int unit = unitStart(text);
    BigDecimal number = number(text, unit, "a size such as 16MiB");
    String suffix = text.substring(unit);
    long factor = factor(suffix);
    if (factor == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no size: write K or KiB for 1024 bytes, KB for 1000, to EiB");
    }
    BigDecimal bytes = number.multiply(BigDecimal.valueOf(factor));
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is more than any file can hold");
    }
    return bytes.longValue();
  }

  /** Bytes a second: a size, with or without {@code /s}. */
  static long rate(String text) {
    return size(text.endsWith("/s") ? text.substring(0, text.length() - 2) : text);
  }

  /**
   * A time.
   *
   * @throws IllegalArgumentException where {@code text} is none
   */
  static Duration time(String text) {
    int unit = unitStart(text);
    BigDecimal number = number(text, unit, "a time such as 30s or 5m");
    long millis =
        switch (text.substring(unit)) {
          case "ms" -> 1;
          case "s", "" -> 1_000;
          case "m" -> 60_000;
          case "h" -> 3_600_000;
          default ->
              throw new IllegalArgumentException(
                  "\"" + text + "\" is no time: its unit is ms, s, m or h");
        };
    BigDecimal total = number.multiply(BigDecimal.valueOf(millis));
    if (total.compareTo(BigDecimal.valueOf(Duration.ofDays(3650).toMillis())) > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is more than ten years");
    }
    return Duration.ofMillis(total.longValue());
  }

  private static int unitStart(String text) {
    int at = 0;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    return at;
  }

  private static BigDecimal number(String text, int end, String example) {
    // Twenty digits hold every long; more would only make BigDecimal work.
    if (end > 0 && end <= 20) {
      try {
        return new BigDecimal(text.substring(0, end));
      } catch (NumberFormatException e) {
        // Two points, or nothing else: told below.
      }
    }
    throw new IllegalArgumentException("\"" + text + "\" is not " + example);
  }

  private static long factor(String suffix) {
    if (suffix.isEmpty() || suffix.equals("B")) {
      return 1;
    }
    int power = PREFIXES.indexOf(Character.toUpperCase(suffix.charAt(0))) + 1;
    if (power == 0) {
      return 0;
    }
    long base =
        switch (suffix.substring(1)) {
          case "", "iB" -> 1024;
          case "B" -> 1000;
          default -> 0;
        };
    long factor = base;
    for (int i = 1; i < power; i++) {
      factor *= base;
    }
    return factor;
  }

  /** {@code 512 B}, {@code 1.00 GiB}. */
  static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = (double) bytes;
    int power = 0;
    while (value >= 1023.995 && power < PREFIXES.length()) {
      value /= 1024;
      power++;
    }
    return decimals(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
        + " "
        + PREFIXES.charAt(power - 1)
        + "iB";
  }

  /** {@code 1.21 GiB/s}. */
  static String rate(double bytesPerSecond) {
    return bytes(Math.round(bytesPerSecond)) + "/s";
  }

  /** {@code 0.85 s}, {@code 12.3 s}, {@code 2 min 05 s}, {@code 3 h 04 min}. */
  static String time(double seconds) {
    if (seconds < 9.995) {
      return decimals(seconds, 2) + " s";
    }
    if (seconds < 99.95) {
      return decimals(seconds, 1) + " s";
    }
    long whole = Math.round(seconds);
    if (whole < 3600) {
      return whole / 60 + " min " + twoDigits(whole % 60) + " s";
    }
    return whole / 3600 + " h " + twoDigits(whole / 60 % 60) + " min";
  }

  /** Rounded half up; not by the locale, and much cheaper to start than {@code Formatter}. */
  static String decimals(double value, int places) {
    long scale = 1;
    for (int i = 0; i < places; i++) {
      scale *= 10;
    }
    long scaled = Math.round(Math.abs(value) * scale);
    StringBuilder text = new StringBuilder();
    if (value < 0 && scaled > 0) {
      text.append('-');
    }
    text.append(scaled / scale);
    if (places > 0) {
      String fraction = Long.toString(scaled % scale);
      text.append('.').append("0".repeat(places - fraction.length())).append(fraction);
    }
    return text.toString();
  }

  private static String twoDigits(long value) {
    return value < 10 ? "0" + value : Long.toString(value);
  }
}
