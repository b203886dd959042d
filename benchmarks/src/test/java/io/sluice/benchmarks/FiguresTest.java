// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
  @Test
  void medianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Series.median(List.of(9.0, 1.0, 4.0, 2.0))).isEqualTo(3.0);
  }

  @Test
  void slopeLeavesOutWhatEveryCopyCostsOnce() {
    Usage small = new Usage(10, 12.5, 1.7, 0);
    Usage large = new Usage(20, 25.5, 3.2, 0);

    Slope slope = Slope.of(small, large, 3);

    assertThat(slope.secondsPerGib()).isCloseTo(1, within(1e-9));
    assertThat(slope.cpuPerGib()).isCloseTo(0.5, within(1e-9));
    assertThat(slope.wholeSeconds()).isCloseTo(5.5, within(1e-9));
  }

  @Test
  void ratioComparesWithinARoundSoThatASlowMinuteCancelsOut() {
    List<Slope> ours = List.of(new Slope(1, 1, 1), new Slope(10, 1, 1), new Slope(2, 1, 1));
    List<Slope> limit = List.of(new Slope(0.5, 1, 1), new Slope(5, 1, 1), new Slope(1, 1, 1));

    assertThat(Slope.medianRatio(limit, ours, Slope::secondsPerGib)).isEqualTo(0.5);
  }

  @Test
  void copyThatEndsAtTheOtherSideCountsBothEnds() {
    Usage sender = new Usage(5, 6, 0.25, 100);
    Usage receiver = new Usage(4, 6.5, 0.5, 900);

    assertThat(sender.until(receiver)).isEqualTo(new Usage(5, 6.5, 0.75, 100));
  }

  @Test
  void figureThatCouldNotBeHadFailsTheCheck() {
    Floors floors = new Floors();
    floors.atLeast("throughput", Double.NaN, 0.9);

    assertThat(floors.hold()).isFalse();
  }

  @Test
  void floorHoldsAtItsBound() {
    Floors floors = new Floors();
    floors.atLeast("throughput", 0.9, 0.9);
    floors.atMost("CPU", 1.25, 1.25, "");

    assertThat(floors.hold()).isTrue();
  }

  @Test
  void reportTakesThePlaceOfTheLastOneAndLeavesTheRest(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("performance.md");
    Files.writeString(file, "# Performance\n");
    new Markdown().paragraph("old trees").write(file, "trees");
    new Markdown().paragraph("old files").write(file, "files");
    Files.writeString(file, Files.readString(file) + "by hand\n");

    new Markdown().paragraph("new trees").write(file, "trees");

    assertThat(Files.readString(file))
        .startsWith("# Performance\n")
        .contains("new trees", "old files")
        .doesNotContain("old trees")
        .endsWith("by hand\n");
  }

  @Test
  void unknownOptionIsAnError() {
    assertThatThrownBy(() -> Options.parse(List.of("files", "--fast")))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("--fast");
  }

  @Test
  void toolsAreChosenByTheBeginOfTheirNames() {
    Options options = Options.parse(List.of("files", "--only", "c,Grid"));

    assertThat(options.includes(WireLimit.NAME)).isTrue();
    assertThat(options.includes(GridFtp.NAME)).isTrue();
    assertThat(options.includes(MoverTool.NAME)).isFalse();
  }
}
