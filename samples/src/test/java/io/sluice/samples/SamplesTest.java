package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import io.sluice.transport.ucx.UcxMetrics;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SamplesTest {
  /** Of all five samples, there and back. */
  private static final int BODIES_OVER_UCX = 2 * (1 + 8 + 9 + 1 + 1);

  private static final byte[] BODY = new byte[(1 << 20) + 7];

  static {
    new Random(3).nextBytes(BODY);
    // Lets UCX channels upgrade: both ends are this process.
    System.setProperty("io.sluice.transport.ucx.trusted", "127.0.0.0/8,::1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "ucx"})
  void http1BringsBackWhatWasPosted(String name) throws Exception {
    assertThat(Http1Sample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "ucx"})
  void http2BringsBackWhatWasPostedOnEachStream(String name) throws Exception {
    assertThat(Http2Sample.exchange(transport(name), BODY, 8)).hasSize(8).containsOnly(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "ucx"})
  void grpcEchoesOneMessageAndAStreamOfThem(String name) throws Exception {
    List<byte[]> answers = GrpcSample.exchange(transport(name), BODY, 8);

    assertThat(answers).hasSize(9).containsOnly(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "ucx"})
  void reactorNettyBringsBackWhatWasPosted(String name) {
    assertThat(ReactorNettySample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "ucx"})
  void vertxBringsBackWhatWasPosted(String name) throws Exception {
    assertThat(VertxSample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  /** The samples with {@code ucx} sent their bodies there and back over UCX, and never over TCP. */
  @AfterAll
  static void everyByteOfTheUcxSamplesWentOverUcx() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new UcxMetrics().bindTo(registry);
    double received =
        registry.get("sluice.ucx.bytes").tag("direction", "received").functionCounters().stream()
            .mapToDouble(FunctionCounter::count)
            .sum();
    double overTcp =
        registry.get("sluice.ucx.connections").tag("path", "tcp").functionCounters().stream()
            .mapToDouble(FunctionCounter::count)
            .sum();

    assertThat(overTcp).as("connections of the ucx samples that stayed on TCP").isZero();
    assertThat(received).isGreaterThan(BODIES_OVER_UCX * (double) BODY.length);
  }

  private static Transport transport(String name) {
    return Transports.choose(name, "the test says so").transport();
  }
}
