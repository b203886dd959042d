package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.transport.link.Link;
import io.sluice.transport.link.Links;
import io.sluice.transport.link.SavedHosts;
import io.sluice.transport.link.SocketLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketTuningTest {
  private static final Duration LAN = Duration.ofNanos(50_000);
  private static final Duration WAN = Duration.ofMillis(20);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qdr-x4-gen2-desktop",
        "qdr-x8-gen2-server",
        "ddr-x4-gen1",
        "fdr-datagram",
        "40gbe-mtu1500",
        "clean-fdr"
      })
  void leavesBuffersToAutotuningOnALocalNetwork(String host) {
    SocketTuning tuning = SocketTuning.forLink(SavedHosts.link(host), limits(host), LAN);

    assertThat(tuning.sendBuffer()).isZero();
    assertThat(tuning.receiveBuffer()).isZero();
    assertThat(tuning.reason()).contains("tcp_wmem[2]", "tcp_rmem[2]", "is enough");
  }

  @Example
  void setsBuffersWhereThePathHoldsMoreThanAutotuningReaches() {
    // 54.545 Gb/s for 20 ms are 136 MB; autotuning ends at 67 MB, and the cap is as much.
    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("clean-fdr"), limits("clean-fdr"), WAN);

    assertThat(tuning.sendBuffer()).isEqualTo(67_108_864);
    assertThat(tuning.receiveBuffer()).isEqualTo(67_108_864);
    assertThat(tuning)
        .hasToString(
            "SO_SNDBUF 67108864, SO_RCVBUF 67108864, because "
                + "ib0 at 54.5 Gb/s and 20.000 ms has 136362500 bytes on their way; "
                + "that is more than tcp_wmem[2] 67108864,"
                + " and SO_SNDBUF is capped by wmem_max 67108864; "
                + "that is more than tcp_rmem[2] 67108864,"
                + " and SO_RCVBUF is capped by rmem_max 67108864");
  }

  @Example
  void leavesBuffersAloneWhereTheCapWouldShrinkThemAndSaysWhatToRaise() {
    // rmem_max is the default of 212,992 here: set explicitly, a buffer would end at twice that.
    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("40gbe-mtu1500"), limits("40gbe-mtu1500"), WAN);

    assertThat(tuning.sendBuffer()).isZero();
    assertThat(tuning.receiveBuffer()).isZero();
    assertThat(tuning.reason())
        .contains(
            "SO_RCVBUF is left alone because rmem_max 212992 would make it smaller than"
                + " tcp_rmem[2] 6291456: raise tcp_rmem[2] to 200000000");
  }

  @Example
  void sharesThePathAmongStreams() {
    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("clean-fdr"), limits("clean-fdr"), WAN, 8);

    assertThat(tuning.sendBuffer()).isZero();
    assertThat(tuning.reason())
        .contains("17045313 bytes on their way in each of 8 streams", "is enough");
  }

  @Example
  void countsTheInitialBufferWhereAutotuningIsOff() {
    SocketLimits limits =
        new SocketLimits(
            OptionalLong.of(4_000_000),
            OptionalLong.of(4_000_000),
            Optional.of(new SocketLimits.Autotuning(4096, 131_072, 6_291_456)),
            Optional.of(new SocketLimits.Autotuning(4096, 16_384, 4_194_304)),
            Optional.of(false),
            Optional.empty(),
            List.of(),
            OptionalInt.empty());

    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("40gbe-mtu1500"), limits, Duration.ofNanos(100_000));

    assertThat(tuning.receiveBuffer()).isEqualTo(500_000);
    assertThat(tuning.sendBuffer()).isZero();
    assertThat(tuning.reason()).contains("tcp_rmem[1] (autotuning is off) 131072");
  }

  @Example
  void setsNothingWhileTheRoundTripIsUnknown() {
    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("clean-fdr"), limits("clean-fdr"), Duration.ZERO);

    assertThat(tuning)
        .hasToString(
            "the kernel's own values, because the round trip time is not known: left to autotuning");
  }

  @Example
  void setsNothingForALinkOfUnknownRate() {
    SocketTuning tuning =
        SocketTuning.forLink(SavedHosts.link("port-down"), limits("port-down"), WAN);

    assertThat(tuning.receiveBuffer()).isZero();
    assertThat(tuning.reason()).contains("the rate of ib0 is not known");
  }

  @Example
  void setsNothingWhereTheLimitsAreUnknown() {
    SocketLimits unknown = Links.read(SavedHosts.root("nowhere")).limits();

    SocketTuning tuning = SocketTuning.forLink(SavedHosts.link("clean-fdr"), unknown, WAN);

    assertThat(tuning.receiveBuffer()).isZero();
    assertThat(tuning.reason()).contains("because tcp_rmem or rmem_max is not known");
  }

  @Property
  void neverSetsABufferThatIsSmallerThanWhatAutotuningReaches(
      @ForAll @LongRange(min = 1, max = 10_000_000_000L) long roundTripNanos,
      @ForAll @LongRange(min = 4096, max = 1L << 40) long cap,
      @ForAll @LongRange(min = 4096, max = 1L << 40) long autotuning,
      @ForAll @IntRange(min = 1, max = 64) int streams) {
    var bounds = Optional.of(new SocketLimits.Autotuning(4096, 16_384, autotuning));
    SocketLimits limits =
        new SocketLimits(
            OptionalLong.of(cap),
            OptionalLong.of(cap),
            bounds,
            bounds,
            Optional.of(true),
            Optional.empty(),
            List.of(),
            OptionalInt.empty());
    Link link = SavedHosts.link("clean-fdr");

    SocketTuning tuning =
        SocketTuning.forLink(link, limits, Duration.ofNanos(roundTripNanos), streams);

    assertThat(tuning.sendBuffer()).isEqualTo(tuning.receiveBuffer());
    if (tuning.receiveBuffer() != 0) {
      assertThat(tuning.receiveBuffer()).isLessThanOrEqualTo((int) Math.min(cap, 1 << 30));
      assertThat(tuning.receiveBuffer() * 2L).isGreaterThan(autotuning);
    }
  }

  @Example
  void everyFieldCanBeOverriddenAndTheReasonSaysSo() {
    SocketTuning tuning =
        SocketTuning.kernel()
            .withSendBuffer(1 << 20)
            .withReceiveBuffer(2 << 20)
            .withCongestion("bbr")
            .withMaxSegment(1400)
            .withBusyPollMicros(50)
            .withUserTimeoutMillis(30_000);

    assertThat(tuning)
        .hasToString(
            "SO_SNDBUF 1048576, SO_RCVBUF 2097152, TCP_CONGESTION bbr, TCP_MAXSEG 1400,"
                + " SO_BUSY_POLL 50, TCP_USER_TIMEOUT 30000, because the kernel tunes itself;"
                + " SO_SNDBUF as asked; SO_RCVBUF as asked; TCP_CONGESTION as asked;"
                + " TCP_MAXSEG as asked; SO_BUSY_POLL as asked; TCP_USER_TIMEOUT as asked");
  }

  @Example
  void refusesWhatTheKernelWouldRefuse() {
    SocketTuning kernel = SocketTuning.kernel();

    assertThatIllegalArgumentException().isThrownBy(() -> kernel.withSendBuffer(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> kernel.withReceiveBuffer(1 << 30));
    assertThatIllegalArgumentException().isThrownBy(() -> kernel.withCongestion("cubic\0"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernel.withCongestion("sixteen-letters-x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernel.withMaxSegment(65_483))
        .withMessage("a segment must be 88 to 32767, not 65483");
    assertThatIllegalArgumentException().isThrownBy(() -> kernel.withBusyPollMicros(-1));
  }

  @Example
  void nioNamesWhatItCannotSet() {
    SocketTuning asked =
        SocketTuning.kernel().withSendBuffer(1 << 20).withCongestion("bbr").withMaxSegment(1400);

    SocketTuning applied = new NioTransport().applicable(asked);

    assertThat(applied.sendBuffer()).isEqualTo(1 << 20);
    assertThat(applied.congestion()).isEmpty();
    assertThat(applied.maxSegment()).isZero();
    assertThat(applied.reason()).endsWith("; nio can't set TCP_CONGESTION, TCP_MAXSEG");
    assertThat(new EpollTransport().applicable(asked)).isEqualTo(asked);
  }

  private static SocketLimits limits(String host) {
    return SavedHosts.links(host).limits();
  }
}
