package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "512B, 512",
    "1K, 1024",
    "1k, 1024",
    "1KiB, 1024",
    "1KB, 1000",
    "16MiB, 16777216",
    "1.5GiB, 1610612736",
    "2T, 2199023255552",
    "7E, 8070450532247928832"
  })
  void readsASize(String text, long bytes) {
    assertThat(Amounts.size(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "K",
        "-1",
        "1 K",
        "1Kb",
        "1Gbit",
        "1X",
        "1.2.3",
        "8E",
        "9223372036854775808",
        ".",
        "1i",
        "1e9",
        "99999999999999999999999999"
      })
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> Amounts.size(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"2GiB/s, 2147483648", "100MB/s, 100000000", "1M, 1048576"})
  void readsARateWithOrWithoutItsSecond(String text, long bytes) {
    assertThat(Amounts.rate(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"30s, 30000", "5m, 300000", "1.5h, 5400000", "250ms, 250", "2, 2000"})
  void readsATime(String text, long millis) {
    assertThat(Amounts.time(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "5 m", "5min", "-1s", "1d", "99999999h"})
  void refusesWhatIsNoTime(String text) {
    assertThatThrownBy(() -> Amounts.time(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.00 KiB",
    "1073741824, 1.00 GiB",
    "1073741823, 1.00 GiB",
    "104857600, 100 MiB",
    "11534336, 11.0 MiB",
    "9223372036854775807, 8.00 EiB"
  })
  void printsBytesInTheUnitThatFits(long bytes, String text) {
    assertThat(Amounts.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 s",
    "0.854, 0.85 s",
    "12.34, 12.3 s",
    "99.96, 1 min 40 s",
    "125, 2 min 05 s",
    "11040, 3 h 04 min"
  })
  void printsATimeInTheUnitThatFits(double seconds, String text) {
    assertThat(Amounts.time(seconds)).isEqualTo(text);
  }

  @Property
  void aNumberOfBytesReadsAsItself(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(Amounts.size(Long.toString(bytes))).isEqualTo(bytes);
  }

  @Property
  void anyTextIsASizeOrRefused(@ForAll @StringLength(max = 30) String text) {
    try {
      assertThat(Amounts.size(text)).isNotNegative();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining(text);
    }
  }
}
