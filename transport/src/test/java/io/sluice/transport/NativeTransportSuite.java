package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.transport.link.PathFacts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** What Netty's native transports can do besides. */
abstract class NativeTransportSuite extends TransportSuite {
  NativeTransportSuite(Transport transport) {
    super(transport);
  }

  @Test
  void everyOptionOfTheTuningArrivesAtBothEnds() throws Exception {
    SocketTuning tuning =
        SocketTuning.kernel()
            .withCongestion("reno")
            .withMaxSegment(1400)
            .withBusyPollMicros(1)
            .withUserTimeoutMillis(12_345);
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(tuning, new Accepted(accepted));
    Channel client = connect(server, tuning, new Shared());

    for (Channel end : new Channel[] {client, accepted.get()}) {
      assertThat(TcpOptions.congestion(end)).isEqualTo("reno");
      // Time stamps take 12 bytes of each segment.
      assertThat(end.config().getOption(TcpOptions.MAX_SEGMENT)).isBetween(1388, 1400);
      assertThat(end.config().getOption(TcpOptions.BUSY_POLL)).isEqualTo(1);
      assertThat(end.config().getOption(TcpOptions.USER_TIMEOUT)).isEqualTo(12_345);
    }
  }

  @Test
  void theSystemShowsTheTuningOfTheSocket() throws Exception {
    SocketTuning tuning = SocketTuning.kernel().withCongestion("reno").withReceiveBuffer(90_000);
    Channel server = listen(tuning, new Shared());
    Channel client = connect(server, tuning, new Shared());

    String shown = Tools.ss(client);

    assertThat(shown).contains(" reno ", "rb180000");
  }

  @Test
  void oneBootstrapMakesManyConnectionsWithItsCongestionControl() throws Exception {
    SocketTuning tuning = SocketTuning.kernel().withCongestion("reno");
    Channel server = listen(SocketTuning.kernel(), new Shared());
    Bootstrap bootstrap = bootstrap(tuning, new Shared());

    for (int i = 0; i < 3; i++) {
      Channel client = bootstrap.connect(server.localAddress()).sync().channel();
      assertThat(TcpOptions.congestion(client)).isEqualTo("reno");
    }
  }

  @Test
  void aServerMayGiveOneCongestionControlAndAClientAnother() throws Exception {
    BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    Channel server =
        listen(
            SocketTuning.kernel().withCongestion("reno"),
            new Shared() {
              @Override
              public void channelActive(ChannelHandlerContext context) {
                accepted.add(context.channel());
              }
            });
    Channel first = connect(server, SocketTuning.kernel().withCongestion("cubic"), new Shared());
    Channel second = connect(server, SocketTuning.kernel(), new Shared());

    assertThat(TcpOptions.congestion(first)).isEqualTo("cubic");
    assertThat(TcpOptions.congestion(second)).isNotEqualTo("reno");
    assertThat(TcpOptions.congestion(accepted.take())).isEqualTo("reno");
    assertThat(TcpOptions.congestion(accepted.take())).isEqualTo("reno");
  }

  @Test
  void anUnknownCongestionControlFailsTheConnectionByName() throws Exception {
    Channel server = listen(SocketTuning.kernel(), new Shared());

    assertThatThrownBy(
            () -> connect(server, SocketTuning.kernel().withCongestion("none-such"), new Shared()))
        .isInstanceOf(ChannelException.class)
        .hasMessageContaining("none-such");
    assertThatThrownBy(
            () -> listen(SocketTuning.kernel().withCongestion("none-such"), new Shared()))
        .isInstanceOf(ChannelException.class)
        .hasMessageContaining("none-such");
  }

  @Test
  void tellsWhatAConnectionLearntOfItsPath() throws Exception {
    Channel server = listen(SocketTuning.kernel(), new Shared());
    Channel client = connect(server, SocketTuning.kernel().withMaxSegment(1000), new Shared());

    PathFacts facts = PathFacts.of(client).orElseThrow();

    assertThat(facts.roundTrip()).isPositive().isLessThan(Duration.ofMinutes(1));
    assertThat(facts.maxSegment()).isBetween(900L, 1000L);
    assertThat(facts.pathMtu()).isBetween(65_535L, 65_536L);
    assertThat(facts.congestionWindow()).isPositive();
    assertThat(facts.toString())
        .matches(
            "round trip \\d+\\.\\d{3} ms, path MTU 6553\\d, segment \\d+, window \\d+,"
                + " \\d+ sent again");
  }

  @Test
  void aClosedChannelHasNoPath() throws Exception {
    Channel server = listen(SocketTuning.kernel(), new Shared());
    Channel client = connect(server, SocketTuning.kernel(), new Shared());
    client.close().sync();

    assertThat(PathFacts.of(client)).isEmpty();
  }

  @ChannelHandler.Sharable
  static class Shared extends ChannelInboundHandlerAdapter {}

  /** Programs of the system. */
  static final class Tools {
    private Tools() {}

    static String ss(Channel channel) throws IOException, InterruptedException {
      Packages.need("iproute2", "ss");
      int port = ((InetSocketAddress) channel.localAddress()).getPort();
      Process process =
          new ProcessBuilder("ss", "-tinmO", "sport", "=", ":" + port)
              .redirectErrorStream(true)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(out).isZero();
      return out;
    }
  }
}
