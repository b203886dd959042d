package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Transports;
import io.sluice.transport.suite.NettySuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Netty's suite with UCX at both ends, and the proof that the bytes did go over it. */
class UcxWithUcxTest extends NettySuite {
  @RegisterExtension
  static final KeyedPair PAIR = new KeyedPair(Transports.of("ucx"), Transports.of("ucx"));

  UcxWithUcxTest() {
    super(PAIR);
  }

  @AfterAll
  static void theBytesWentOverSharedMemory() {
    assertThat(Upgrades.count(Lane.SHARED_MEMORY)).as("channels upgraded").isGreaterThan(300);
    assertThat(Counters.sum(Counter.EAGER_BYTES_RECEIVED)).as("eager bytes").isGreaterThan(1 << 20);
    assertThat(Counters.sum(Counter.RENDEZVOUS_BYTES_RECEIVED))
        .as("rendezvous bytes")
        .isGreaterThan(1 << 20);
  }
}
