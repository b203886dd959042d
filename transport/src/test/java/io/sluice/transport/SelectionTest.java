package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final String EMPTY = "no active RDMA port: /sys/class/infiniband is empty";

  private final Named fast = new Named("fast", 100);
  private final Named plain = new Named("plain", 10);
  private final Named odd = new Named("odd", 0);

  @Test
  void takesTheMostPreferred() {
    assertThat(selection().best(Transport::objection))
        .hasToString("fast, because it is the best that this host has");
  }

  @Test
  void passesOverWhatIsNotAvailableAndSaysWhy() {
    fast.cause = new UnsatisfiedLinkError("libfast.so.1: cannot open shared object file");

    assertThat(selection().best(Transport::objection))
        .hasToString(
            "plain, because fast is not available: libfast.so.1: cannot open shared object file");
  }

  @Test
  void passesOverWhatObjects() {
    fast.objection = EMPTY;

    assertThat(selection().best(Transport::objection)).hasToString("plain, because " + EMPTY);
  }

  @Test
  void asksForThePeer() {
    fast.peerObjection = "the way to the peer is over eth0";
    InetSocketAddress peer = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    assertThat(selection().best(transport -> transport.objection(peer)))
        .hasToString("plain, because the way to the peer is over eth0");
    assertThat(selection().best(Transport::objection).transport()).isSameAs(fast);
  }

  @Test
  void neverChoosesOneThatHasToBeNamed() {
    fast.cause = new Error("x");
    plain.cause = new Error("y");

    assertThatExceptionOfType(UnsatisfiedLinkError.class)
        .isThrownBy(() -> selection().best(Transport::objection))
        .withMessage(
            "no transport can be used: fast is not available: x; plain is not available: y");
    assertThat(selection().choose("odd", "the program says so"))
        .hasToString("odd, because the program says so");
  }

  @Test
  void thePropertyWinsOverTheVariable() {
    Selection selection =
        selection(Map.of(Transports.PROPERTY, "plain"), Map.of(Transports.VARIABLE, "odd"));

    assertThat(selection.best(Transport::objection))
        .hasToString("plain, because the system property io.sluice.transport says so");
  }

  @Test
  void theVariableForcesWhereThereIsNoProperty() {
    Selection selection =
        selection(Map.of(Transports.PROPERTY, " "), Map.of(Transports.VARIABLE, "odd"));

    assertThat(selection.best(Transport::objection))
        .hasToString("odd, because the environment variable SLUICE_TRANSPORT says so");
  }

  @Test
  void aForcedOneIsTakenInSpiteOfItsObjection() {
    fast.objection = EMPTY;

    assertThat(selection(Map.of(Transports.PROPERTY, "fast"), Map.of()).best(Transport::objection))
        .extracting(Choice::transport)
        .isSameAs(fast);
  }

  @Test
  void aForcedOneThatIsNotAvailableIsAnErrorThatSaysWhoForcesItAndWhy() {
    fast.cause = new Error("wrapper", new IOException("no such device"));
    Selection selection = selection(Map.of(), Map.of(Transports.VARIABLE, "fast"));

    assertThatExceptionOfType(UnsatisfiedLinkError.class)
        .isThrownBy(() -> selection.best(Transport::objection))
        .withMessage(
            "transport fast is required, because the environment variable SLUICE_TRANSPORT says so,"
                + " but is not available: wrapper")
        .withCause(fast.cause);
  }

  @Test
  void aForcedOneThatIsUnknownIsAnErrorThatListsThoseThereAre() {
    Selection selection = selection(Map.of(Transports.PROPERTY, "fats"), Map.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> selection.best(Transport::objection))
        .withMessage(
            "no transport is named \"fats\"; there are fast, plain, odd"
                + " (the system property io.sluice.transport says so)");
  }

  @Test
  void tellsOfEachDifferentChoiceOnce() {
    Selection selection = selection();
    List<Choice> told = new ArrayList<>();

    selection.best(Transport::objection);
    selection.listen(told::add);
    selection.best(Transport::objection);
    selection.choose("odd", "the program says so");
    selection.choose("odd", "the program says so");

    assertThat(told.stream().map(Choice::toString))
        .containsExactly(
            "fast, because it is the best that this host has", "odd, because the program says so");
  }

  @Test
  void endlessReasonsDoNotGrowTheMetrics() {
    Selection selection = selection();
    List<Choice> told = new ArrayList<>();
    selection.listen(told::add);

    for (int i = 0; i < 1000; i++) {
      selection.choose("odd", "of " + i);
    }

    assertThat(told).hasSizeLessThan(100);
  }

  @Test
  void exportsChoicesAsGaugesBeforeAndAfterBinding() {
    Selection selection = selection();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    selection.best(Transport::objection);

    TransportMetrics metrics = new TransportMetrics(selection);
    metrics.bindTo(registry);
    selection.choose("odd", "the program says so");
    metrics.close();
    selection.choose("plain", "it came too late");

    assertThat(registry.find(TransportMetrics.NAME).gauges()).hasSize(2);
    assertThat(
            registry
                .get("sluice.transport.choice")
                .tags("transport", "odd", "reason", "the program says so")
                .gauge()
                .value())
        .isEqualTo(1);
  }

  private Selection selection() {
    return selection(Map.of(), Map.of());
  }

  private Selection selection(Map<String, String> properties, Map<String, String> environment) {
    return new Selection(List.of(odd, plain, fast), properties::get, environment::get);
  }

  /** A transport that is only chosen, never used. */
  private static final class Named implements Transport {
    private final String name;
    private final int preference;
    private Throwable cause;
    private String objection;
    private String peerObjection;

    Named(String name, int preference) {
      this.name = name;
      this.preference = preference;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int preference() {
      return preference;
    }

    @Override
    public Throwable unavailabilityCause() {
      return cause;
    }

    @Override
    public Optional<String> objection() {
      return Optional.ofNullable(objection);
    }

    @Override
    public Optional<String> objection(InetSocketAddress peer) {
      return Optional.ofNullable(peerObjection);
    }

    @Override
    public EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Class<? extends SocketChannel> channelClass() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Class<? extends ServerSocketChannel> serverChannelClass() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Class<? extends DatagramChannel> datagramChannelClass() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void tune(Bootstrap bootstrap, SocketTuning tuning) {}

    @Override
    public void tune(ServerBootstrap bootstrap, SocketTuning tuning) {}

    @Override
    public String path(Channel channel) {
      return name;
    }
  }
}
