package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report.Stage;
import io.sluice.mover.wire.Spent;
import org.junit.jupiter.api.Test;

class BottlenecksTest {
  private static final long SECOND = 1_000_000_000L;

  /** A second on one stream that waited for the network, at half of two processors. */
  private static final Spent HALF_BUSY =
      new Spent(1, SECOND, 0, SECOND, 0, 0, 0, SECOND, 2, 1 << 20);

  private static Stage between(Ends ends) {
    return Bottlenecks.find(HALF_BUSY, HALF_BUSY, ends).stage();
  }

  @Test
  void twoProcessesOfOneHostFillItsProcessorsTogether() {
    assertThat(between(Ends.ONE_HOST)).isEqualTo(Stage.CPU);
  }

  @Test
  void theTimeOfOneProcessIsCountedOnce() {
    assertThat(between(Ends.ONE_PROCESS)).isEqualTo(Stage.NETWORK);
  }

  @Test
  void eachOfTwoHostsHasItsOwnProcessors() {
    assertThat(between(Ends.APART)).isEqualTo(Stage.NETWORK);
  }
}
