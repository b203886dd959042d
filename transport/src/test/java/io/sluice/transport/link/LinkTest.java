package io.sluice.transport.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.link.Link.Kind;
import io.sluice.transport.link.Link.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkTest {
  @TempDir Path root;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          qdr-x4-gen2-desktop|ibp6s0: IPoIB connected, MTU 65520, 32 Gb/s data, slot 16.000 of 63.008 Gb/s
          qdr-x8-gen2-server |ibp1s0: IPoIB connected, MTU 65520, 32 Gb/s data, slot 32.000 of 63.008 Gb/s
          ddr-x4-gen1        |ib0: IPoIB connected, MTU 65520, 16 Gb/s data, slot 8.000 of 16.000 Gb/s
          fdr-datagram       |ib0: IPoIB datagram, MTU 2044, 54.5 Gb/s data, slot 63.008 of 63.008 Gb/s
          40gbe-mtu1500      |enp1s0: RoCE, MTU 1500, 40 Gb/s, slot 63.008 of 63.008 Gb/s
          port-down          |ib0: IPoIB connected, MTU 65520, slot 63.008 of 63.008 Gb/s, not usable: port mlx4_0:1 is DOWN (Disabled)
          clean-fdr          |ib0: IPoIB connected, MTU 65520, 54.5 Gb/s data, slot 63.008 of 63.008 Gb/s
          """)
  void printsInOneLineWhatEachSavedHostHas(String host, String line) {
    assertThat(SavedHosts.link(host)).hasToString(line);
  }

  @ParameterizedTest
  @CsvSource({
    "qdr-x4-gen2-desktop, 16000",
    "qdr-x8-gen2-server, 32000",
    "ddr-x4-gen1, 8000",
    "fdr-datagram, 54545",
    "40gbe-mtu1500, 40000",
    "clean-fdr, 54545"
  })
  void carriesTheLeastOfPortSlotAndSpeed(String host, long megabits) {
    assertThat(SavedHosts.link(host).dataRate()).contains(new Rate(megabits));
  }

  @Test
  void aPortThatIsDownCarriesNothingAndSaysWhy() {
    Link link = SavedHosts.link("port-down");

    assertThat(link.isUsable()).isFalse();
    assertThat(link.trouble()).contains("port mlx4_0:1 is DOWN (Disabled)");
    assertThat(link.dataRate()).isEmpty();
    assertThat(link.carrier()).contains(false);
    assertThat(link.operationalState()).contains("down");
  }

  @Test
  void knowsThePortBehindAnInfinibandLink() {
    Port port = SavedHosts.link("qdr-x4-gen2-desktop").port().orElseThrow();

    assertThat(port.name()).isEqualTo("mlx4_0:1");
    assertThat(port.nodeType()).contains("CA");
    assertThat(port.linkLayer()).contains("InfiniBand");
    assertThat(port.isActive()).isTrue();
    assertThat(port.physicalState()).contains("LinkUp");
    assertThat(port.rate()).contains(new Rate(40_000));
    assertThat(port.dataRate()).contains(new Rate(32_000));
  }

  @Test
  void anEthernetPortLosesNothingToInfinibandsLineCode() {
    Port port = SavedHosts.link("40gbe-mtu1500").port().orElseThrow();

    assertThat(port.rate()).contains(new Rate(40_000));
    assertThat(port.dataRate()).contains(new Rate(40_000));
  }

  @Test
  void knowsTheSlotOfTheCard() {
    Slot slot = SavedHosts.link("qdr-x4-gen2-desktop").slot().orElseThrow();

    assertThat(slot.address()).contains("0000:06:00.0");
    assertThat(slot.current()).map(Slot.Lanes::toString).contains("5.0 GT/s x4");
    assertThat(slot.maximum()).map(Slot.Lanes::toString).contains("8.0 GT/s x8");
    assertThat(slot.isNarrowed()).isTrue();
    assertThat(SavedHosts.link("clean-fdr").slot().orElseThrow().isNarrowed()).isFalse();
  }

  @Test
  void knowsWhereTheCardIsAttached() {
    Link link = SavedHosts.link("clean-fdr");

    assertThat(link.numaNode()).hasValue(0);
    assertThat(link.driver()).contains("mlx4_core");
  }

  @Test
  void putsInfinibandBeforeTheOfficeNetwork() {
    List<Link> links = SavedHosts.links("two-nets").all();

    assertThat(links.stream().sorted(Link.FASTEST_FIRST).map(Link::name))
        .containsExactly("ib0", "eno1");
    assertThat(SavedHosts.links("two-nets").named("eno1").orElseThrow())
        .hasToString("eno1: Ethernet, MTU 1500, 1 Gb/s, slot 2.000 of 2.000 Gb/s");
  }

  @Test
  void aLinkOfUnknownRateComesAfterOneWhoseRateIsKnown() throws IOException {
    write("sys/class/net/a0/type", "1");
    write("sys/class/net/b0/type", "1");
    write("sys/class/net/b0/speed", "100");
    write("sys/class/net/c0/type", "1");
    write("sys/class/net/c0/speed", "1000");
    write("sys/class/net/c0/carrier", "0");

    assertThat(Links.read(root).all().stream().sorted(Link.FASTEST_FIRST).map(Link::name))
        .containsExactly("b0", "a0", "c0");
  }

  @Test
  void whatIsNotThereIsUnknown() throws IOException {
    Files.createDirectories(root.resolve("sys/class/net/x0"));

    Link link = Links.read(root).all().get(0);

    assertThat(link)
        .isEqualTo(
            new Link(
                "x0",
                Kind.UNKNOWN,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of()));
    assertThat(link).hasToString("x0: unknown kind");
    assertThat(link.dataRate()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-1", "0", "4294967295", "fast", "''"})
  void aSpeedThatTheDriverDoesNotKnowIsUnknown(String speed) throws IOException {
    write("sys/class/net/x0/type", "1");
    write("sys/class/net/x0/speed", speed);

    assertThat(Links.read(root).all().get(0).speed()).isEmpty();
  }

  @Test
  void aSlotThatTheKernelDoesNotKnowIsUnknown() throws IOException {
    write("sys/class/net/x0/type", "1");
    write("sys/class/net/x0/device/current_link_speed", "Unknown");
    write("sys/class/net/x0/device/current_link_width", "0");
    write("sys/class/net/x0/device/max_link_speed", "8.0 GT/s PCIe");
    write("sys/class/net/x0/device/max_link_width", "8");

    Slot slot = Links.read(root).all().get(0).slot().orElseThrow();

    assertThat(slot.current()).isEmpty();
    assertThat(slot.isNarrowed()).isFalse();
    assertThat(slot).hasToString("slot ? of 63.008 Gb/s");
  }

  @Test
  void aMinusOneNodeIsNoNode() throws IOException {
    write("sys/class/net/x0/device/numa_node", "-1");

    assertThat(Links.read(root).all().get(0).numaNode()).isEmpty();
  }

  @Test
  void anIwarpCardIsEthernetWithAPort() throws IOException {
    write("sys/class/net/x0/type", "1");
    write("sys/class/infiniband/cxgb4_0/node_type", "4: RNIC");
    write("sys/class/infiniband/cxgb4_0/ports/1/link_layer", "Ethernet");
    write("sys/class/infiniband/cxgb4_0/ports/1/gid_attrs/ndevs/0", "x0");

    Link link = Links.read(root).all().get(0);

    assertThat(link.kind()).isEqualTo(Kind.ETHERNET);
    assertThat(link.port()).map(Port::name).contains("cxgb4_0:1");
  }

  @Test
  void aPortWithoutANameInItsTableIsFoundByCardAndNumber() throws IOException {
    write("sys/class/net/ib1/type", "32");
    write("sys/class/net/ib1/mode", "datagram");
    write("sys/class/net/ib1/dev_port", "1");
    Files.createDirectories(root.resolve("sys/class/net/ib1/device/infiniband/mlx4_0"));
    for (int port = 1; port <= 2; port++) {
      write("sys/class/infiniband/mlx4_0/ports/" + port + "/link_layer", "InfiniBand");
      write("sys/class/infiniband/mlx4_0/ports/" + port + "/state", "4: ACTIVE");
    }

    Link link = Links.read(root).all().get(0);

    assertThat(link.mode()).contains(Mode.DATAGRAM);
    assertThat(link.port()).map(Port::name).contains("mlx4_0:2");
  }

  @Test
  void softwareInterfacesAreVirtual() throws IOException {
    write("sys/devices/virtual/net/veth0/type", "1");
    Files.createDirectories(root.resolve("sys/class/net"));
    Files.createSymbolicLink(
        root.resolve("sys/class/net/veth0"), Path.of("../../devices/virtual/net/veth0"));

    assertThat(Links.read(root).all().get(0).kind()).isEqualTo(Kind.VIRTUAL);
  }

  @Test
  void aFileAmongTheInterfacesIsNone() throws IOException {
    write("sys/class/net/bonding_masters", "");

    assertThat(Links.read(root).all()).isEmpty();
  }

  @Test
  void anEmptyRootHasNoLinksAndUnknownLimits() {
    Links links = Links.read(root.resolve("nowhere"));

    assertThat(links.all()).isEmpty();
    assertThat(links.ports()).isEmpty();
    assertThat(links.limits().tcpReceive()).isEmpty();
    assertThat(links.limits().receiveMax()).isEmpty();
  }

  @Test
  void readsTheSocketLimits() {
    SocketLimits limits = SavedHosts.links("clean-fdr").limits();

    assertThat(limits.receiveMax()).hasValue(67_108_864);
    assertThat(limits.sendMax()).hasValue(67_108_864);
    assertThat(limits.tcpReceive())
        .contains(new SocketLimits.Autotuning(4096, 131_072, 67_108_864));
    assertThat(limits.tcpSend()).contains(new SocketLimits.Autotuning(4096, 16_384, 67_108_864));
    assertThat(limits.autotunesReceive()).contains(true);
    assertThat(limits.congestion()).contains("cubic");
    assertThat(limits.congestionAvailable()).containsExactly("reno", "cubic");
    assertThat(limits.mtuProbing()).hasValue(1);
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }
}
