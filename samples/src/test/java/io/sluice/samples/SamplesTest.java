package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SamplesTest {
  private static final byte[] BODY = new byte[(1 << 20) + 7];

  static {
    new Random(3).nextBytes(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void http1BringsBackWhatWasPosted(String name) throws Exception {
    assertThat(Http1Sample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void http2BringsBackWhatWasPostedOnEachStream(String name) throws Exception {
    assertThat(Http2Sample.exchange(transport(name), BODY, 8)).hasSize(8).containsOnly(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void grpcEchoesOneMessageAndAStreamOfThem(String name) throws Exception {
    List<byte[]> answers = GrpcSample.exchange(transport(name), BODY, 8);

    assertThat(answers).hasSize(9).containsOnly(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void reactorNettyBringsBackWhatWasPosted(String name) {
    assertThat(ReactorNettySample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void vertxBringsBackWhatWasPosted(String name) throws Exception {
    assertThat(VertxSample.exchange(transport(name), BODY)).isEqualTo(BODY);
  }

  private static Transport transport(String name) {
    return Transports.choose(name, "the test says so").transport();
  }
}
