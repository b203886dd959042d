package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mover.Progress;
import io.sluice.mover.Progress.Phase;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long MIB = 1 << 20;
  private final Pace pace = new Pace();

  @Test
  void whatWasResumedIsNoSpeed() {
    pace.see(moving(500 * MIB, 1000 * MIB, 500 * MIB, 1));
    assertThat(pace.bytesPerSecond()).isZero();
  }

  @Test
  void aSteadyRateIsThatRate() {
    for (int second = 1; second < 10; second++) {
      pace.see(moving(second * 100L * MIB, 2000 * MIB, 0, second));
    }
    assertThat(pace.bytesPerSecond()).isCloseTo(100.0 * MIB, within(1.0));
    assertThat(pace.secondsLeft(moving(900 * MIB, 2000 * MIB, 0, 9))).isCloseTo(11, within(0.01));
  }

  @Test
  void aStallMakesTheRateFallAndNeverNegative() {
    pace.see(moving(100 * MIB, 1000 * MIB, 0, 1));
    for (int second = 2; second < 60; second++) {
      pace.see(moving(100 * MIB, 1000 * MIB, 0, second));
    }
    assertThat(pace.bytesPerSecond()).isBetween(0.0, 1.0);
    assertThat(pace.secondsLeft(moving(100 * MIB, 1000 * MIB, 0, 60))).isEqualTo(-1);
  }

  @Test
  void tellsBytesShareRateTimeLeftAndStreams() {
    Progress progress = moving(512 * MIB, 1024 * MIB, 0, 1);
    pace.see(progress);
    assertThat(pace.describe(progress))
        .isEqualTo("512 MiB of 1.00 GiB, 50 %, 512 MiB/s, 1.00 s left, 8 streams");
  }

  private static Progress moving(long bytes, long total, long resumed, long seconds) {
    return new Progress(Phase.MOVING, bytes, total, resumed, 0, 1, 8, seconds * 1_000_000_000);
  }
}
