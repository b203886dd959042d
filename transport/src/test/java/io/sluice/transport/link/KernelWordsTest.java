package io.sluice.transport.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelWordsTest {
  @ParameterizedTest
  @CsvSource({
    "2.5 GT/s PCIe, 1, 2000",
    "5.0 GT/s PCIe, 4, 16000",
    "5 GT/s, 8, 32000",
    "8.0 GT/s PCIe, 8, 63008",
    "16.0 GT/s PCIe, 16, 252048",
    "32.0 GT/s PCIe, 16, 504112",
    "64.0 GT/s PCIe, 16, 1024000"
  })
  void aSlotCarriesWhatTheKernelSays(String speed, String width, long megabits) {
    assertThat(Slot.Lanes.parse(speed, width).map(Slot.Lanes::bandwidth))
        .contains(new Rate(megabits));
  }

  @ParameterizedTest
  @CsvSource({
    "Unknown, 4",
    "Unknown speed, 4",
    "5.0 GT/s PCIe, 0",
    "5.0 GT/s PCIe, 63",
    "5.0 GT/s PCIe, 255",
    "7.0 GT/s PCIe, 4",
    "5.0 GB/s, 4",
    "-5.0 GT/s, 4",
    "'', ''"
  })
  void aSlotInUnknownWordsIsUnknown(String speed, String width) {
    assertThat(Slot.Lanes.parse(speed, width)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2.5 Gb/sec (1X SDR), 2500, 2000",
    "10 Gb/sec (4X), 10000, 8000",
    "10 Gb/sec (4X SDR), 10000, 8000",
    "20 Gb/sec (4X DDR), 20000, 16000",
    "40 Gb/sec (4X QDR), 40000, 32000",
    "40 Gb/sec (4X FDR10), 40000, 40000",
    "56 Gb/sec (4X FDR), 56000, 54545",
    "100 Gb/sec (4X EDR), 100000, 100000",
    "200 Gb/sec (4X HDR), 200000, 200000",
    "100 Gb/sec (2X HDR), 100000, 100000",
    "400 Gb/sec (4X NDR), 400000, 400000",
    "800 Gb/sec (4X XDR), 800000, 800000"
  })
  void anInfinibandPortCarriesItsRateLessTheLineCode(String text, long rate, long data) {
    assertThat(Port.parseRate(text)).contains(new Rate(rate));
    assertThat(Port.parseDataRate(text, false)).contains(new Rate(data));
    assertThat(Port.parseDataRate(text, true)).contains(new Rate(rate));
  }

  @ParameterizedTest
  @CsvSource({"40 Gb/sec", "40 Gb/sec (4X ZDR)", "40 Gb/s (4X QDR)", "0 Gb/sec (4X QDR) x"})
  void aDataRateInUnknownWordsIsUnknown(String text) {
    assertThat(Port.parseDataRate(text, false)).isEmpty();
  }

  @Property
  void noTextMakesTheParsersThrow(@ForAll String speed, @ForAll String width) {
    assertThat(Slot.Lanes.parse(speed, width)).isNotNull();
    assertThat(Port.parseRate(speed)).isNotNull();
    assertThat(Port.parseDataRate(speed, false)).isNotNull();
    assertThat(SocketLimits.Autotuning.parse(width)).isNotNull();
  }

  @Property
  void anyFigureInTheKernelsWordsIsReadOrUnknown(
      @ForAll @IntRange(max = 2_000_000) int gigabits, @ForAll @IntRange(max = 200) int lanes) {
    String text = gigabits + " Gb/sec (" + lanes + "X QDR)";
    Optional<Rate> data = Port.parseDataRate(text, false);

    assertThat(Port.parseRate(text).map(Rate::megabits).orElse(0L)).isIn(0L, gigabits * 1000L);
    assertThat(data.map(Rate::megabits).orElse(0L)).isIn(0L, lanes * 8000L);
  }

  @Property
  void autotuningIsReadWhateverSeparatesIt(
      @ForAll @LongRange(min = 0, max = 1L << 50) long least,
      @ForAll @LongRange(min = 0, max = 1L << 50) long most) {
    assertThat(SocketLimits.Autotuning.parse(least + "\t 16384  " + most + "\n"))
        .contains(new SocketLimits.Autotuning(least, 16_384, most));
  }

  @Property
  void theExactFormHoldsEveryMegabit(@ForAll @LongRange(min = 1, max = 10_000_000) long megabits) {
    String digits = new Rate(megabits).exact().replace(" Gb/s", "").replace(".", "");

    assertThat(Long.parseLong(digits)).isEqualTo(megabits);
  }

  @Example
  void aRateKnowsWhatIsOnItsWayInARoundTrip() {
    assertThat(new Rate(32_000).bytesIn(Duration.ofMillis(10))).isEqualTo(40_000_000);
    assertThat(new Rate(1).bytesPerSecond()).isEqualTo(125_000);
  }

  @Example
  void ratesPrintShort() {
    assertThat(new Rate(100)).hasToString("100 Mb/s");
    assertThat(new Rate(2_500)).hasToString("2.5 Gb/s");
    assertThat(new Rate(54_545)).hasToString("54.5 Gb/s");
    assertThat(new Rate(40_000)).hasToString("40 Gb/s");
  }
}
