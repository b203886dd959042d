package io.sluice.mover.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RailsTest {
  private static final long GIGABIT = 1_000_000_000L;

  private final List<HostAddress> here = new ArrayList<>();
  private final List<HostAddress> there = new ArrayList<>();

  @Test
  void dataFlowsOverTheFasterSharedSubnetWhateverTheNameResolvesTo() {
    here("eno1", "192.168.7.1/24", 1);
    here("ib0", "10.77.0.1/24", 32);
    there("eno1", "192.168.7.2/24", 1);
    there("ib0", "10.77.0.2/24", 32);

    Rails rails = choose("192.168.7.1", "192.168.7.2");

    assertThat(rails.all())
        .map(Rail::toString)
        .containsExactly("10.77.0.1 to 10.77.0.2", "192.168.7.1 to 192.168.7.2");
    assertThat(rails.forStream(0).bitsPerSecond()).isEqualTo(32 * GIGABIT);
  }

  @Test
  void aRailIsAsFastAsItsSlowerSide() {
    here("eno1", "192.168.7.1/24", 10);
    here("ib0", "10.77.0.1/24", 32);
    there("eno1", "192.168.7.2/24", 10);
    there("ib0", "10.77.0.2/24", 8);

    assertThat(remotes(choose("192.168.7.1", "192.168.7.2")))
        .containsExactly("192.168.7.2", "10.77.0.2");
  }

  @Test
  void equallyFastRailsTakeTheStreamsInTurn() {
    here("eth0", "10.1.0.1/24", 10);
    here("eth1", "10.2.0.1/24", 10);
    here("eth2", "10.3.0.1/24", 1);
    there("eth0", "10.1.0.2/24", 10);
    there("eth1", "10.2.0.2/24", 10);
    there("eth2", "10.3.0.2/24", 1);

    Rails rails = choose("10.3.0.1", "10.3.0.2");

    assertThat(List.of(0, 1, 2, 3))
        .map(stream -> remote(rails.forStream(stream)))
        .containsExactly("10.1.0.2", "10.2.0.2", "10.1.0.2", "10.2.0.2");
  }

  @Test
  void twoAddressesOfOneLinkAreOneRailAndASpare() {
    here("eth0", "10.1.0.1/24", 10);
    here("eth0", "fd00::1/64", 10);
    there("eth0", "10.1.0.2/24", 10);
    there("eth0", "fd00::2/64", 10);

    Rails rails = choose("10.1.0.1", "10.1.0.2");

    assertThat(rails.all()).hasSize(2);
    assertThat(remote(rails.forStream(1))).isEqualTo("10.1.0.2");
    rails.failed(rails.forStream(0));
    assertThat(rails.forStream(1).remote()).isEqualTo(address("fd00::2"));
  }

  @Test
  void twoPortsOnOneSubnetArePairedOneToOne() {
    here("ib0", "10.1.0.1/24", 32);
    here("ib1", "10.1.0.2/24", 32);
    there("ib0", "10.1.0.3/24", 32);
    there("ib1", "10.1.0.4/24", 32);

    Rails rails = choose("10.1.0.1", "10.1.0.3");

    assertThat(List.of(rails.forStream(0), rails.forStream(1), rails.forStream(2)))
        .map(Rail::toString)
        .containsExactly("10.1.0.1 to 10.1.0.3", "10.1.0.2 to 10.1.0.4", "10.1.0.1 to 10.1.0.3");
  }

  @Test
  void aRailThatDiesHandsOverToItsEquals() {
    here("eth0", "10.1.0.1/24", 10);
    here("eth1", "10.2.0.1/24", 10);
    there("eth0", "10.1.0.2/24", 10);
    there("eth1", "10.2.0.2/24", 10);
    Rails rails = choose("10.1.0.1", "10.1.0.2");

    rails.failed(rails.forStream(1));

    assertThat(List.of(0, 1, 2))
        .map(stream -> remote(rails.forStream(stream)))
        .containsOnly("10.1.0.2");
  }

  @Test
  void whenTheFastRailDiesTheNamedAddressIsTheLastResort() {
    here("eno1", "192.168.7.1/24", 1);
    here("ib0", "10.77.0.1/24", 32);
    there("eno1", "192.168.7.2/24", 1);
    there("ib0", "10.77.0.2/24", 32);
    Rails rails = choose("192.168.7.1", "192.168.7.2");

    rails.failed(rails.forStream(0));

    assertThat(remote(rails.forStream(0))).isEqualTo("192.168.7.2");
  }

  @Test
  void afterAllHaveFailedTheBestIsTriedAgain() {
    here("eno1", "192.168.7.1/24", 1);
    here("ib0", "10.77.0.1/24", 32);
    there("eno1", "192.168.7.2/24", 1);
    there("ib0", "10.77.0.2/24", 32);
    Rails rails = choose("192.168.7.1", "192.168.7.2");

    rails.failed(rails.forStream(0));
    rails.failed(rails.forStream(0));

    assertThat(remote(rails.forStream(0))).isEqualTo("10.77.0.2");
  }

  @Test
  void publicAddressesCarryDataOnlyWhereTheyAreNamed() {
    here("eno1", "192.168.7.1/24", 1);
    here("eth0", "203.0.113.1/24", 100);
    there("eno1", "192.168.7.2/24", 1);
    there("eth0", "203.0.113.2/24", 100);

    assertThat(remotes(choose("192.168.7.1", "192.168.7.2"))).containsExactly("192.168.7.2");
    assertThat(remotes(choose("203.0.113.1", "203.0.113.2")))
        .containsExactly("203.0.113.2", "192.168.7.2");
  }

  @Test
  void linkLocalAddressesCarryDataOnlyWhereTheyAreNamed() {
    here("eno1", "192.168.7.1/24", 1);
    here("eth0", "fe80::1/64", 100);
    there("eno1", "192.168.7.2/24", 1);
    there("eth0", "fe80::2/64", 100);

    assertThat(remotes(choose("192.168.7.1", "192.168.7.2"))).containsExactly("192.168.7.2");
  }

  @Test
  void aLinkOfUnknownRateIsASpareBehindTheNamedOne() {
    here("eth0", "10.1.0.1/24", 0);
    here("eth1", "10.2.0.1/24", 0);
    there("eth0", "10.1.0.2/24", 0);
    there("eth1", "10.2.0.2/24", 0);

    Rails rails = choose("10.2.0.1", "10.2.0.2");

    assertThat(remotes(rails)).containsExactly("10.2.0.2", "10.1.0.2");
    assertThat(remote(rails.forStream(1))).isEqualTo("10.2.0.2");
  }

  @Test
  void aBridgeWithTheSameAddressOnBothHostsIsNoRail() {
    here("eth0", "10.1.0.1/24", 1);
    here("docker0", "172.17.0.1/16", 10);
    there("eth0", "10.1.0.2/24", 1);
    there("docker0", "172.17.0.1/16", 10);

    assertThat(remotes(choose("10.1.0.1", "10.1.0.2"))).containsExactly("10.1.0.2");
  }

  @Test
  void withinOneHostNothingBeatsTheNamedAddress() {
    here("lo", "127.0.0.1/8", 0);
    here("eth0", "10.1.0.1/24", 100);
    there("lo", "127.0.0.1/8", 0);
    there("eth0", "10.1.0.1/24", 100);

    assertThat(remotes(choose("127.0.0.1", "127.0.0.1"))).containsExactly("127.0.0.1");
    assertThat(remotes(choose("10.1.0.1", "10.1.0.1"))).containsExactly("10.1.0.1");
  }

  @Test
  void aRoutedFabricIsUsedWhereItsLinkIsFaster() {
    here("eno1", "192.168.7.1/24", 1);
    here("eth0", "10.1.0.1/31", 100);
    there("eno1", "192.168.7.2/24", 1);
    there("eth0", "10.2.0.1/31", 100);
    Function<InetAddress, Optional<InetAddress>> byFabric =
        peer -> Optional.of(address("10.1.0.1"));
    Function<InetAddress, Optional<InetAddress>> byDefaultRoute =
        peer -> Optional.of(address("192.168.7.1"));

    assertThat(remotes(choose("192.168.7.1", "192.168.7.2", byFabric)))
        .containsExactly("10.2.0.1", "192.168.7.2");
    assertThat(remotes(choose("192.168.7.1", "192.168.7.2", byDefaultRoute)))
        .containsExactly("192.168.7.2");
  }

  @Test
  void anAddressThatIsTranslatedOnTheWayStillCarriesData() {
    here("eth0", "192.168.1.5/24", 1);
    there("eth0", "10.8.0.3/24", 1);

    Rails rails = choose("192.168.1.5", "203.0.113.9");

    assertThat(remotes(rails)).containsExactly("203.0.113.9");
    assertThat(rails.forStream(0).bitsPerSecond()).isZero();
  }

  @Test
  void aServerThatIsBoundToOneAddressIsReachedThereOnly() {
    here("eno1", "192.168.7.1/24", 1);
    here("ib0", "10.77.0.1/24", 32);
    there("eno1", "192.168.7.2/24", 1);
    there("ib0", "10.77.0.2/24", 32);

    Rails rails = Rails.only(here, there, address("192.168.7.1"), address("192.168.7.2"));
    rails.failed(rails.forStream(0));

    assertThat(remotes(rails)).containsExactly("192.168.7.2");
    assertThat(rails.forStream(0).bitsPerSecond()).isEqualTo(GIGABIT);
  }

  @Test
  void aPeerThatListsThousandsOfAddressesIsCutShort() {
    here("eth0", "10.0.0.1/8", 1);
    for (int i = 0; i < 5000; i++) {
      there("eth" + i, "10.1." + i / 250 + "." + (1 + i % 250) + "/8", 1);
    }

    assertThat(choose("10.0.0.1", "10.1.0.1").all()).hasSize(Rails.MOST_ADDRESSES);
  }

  private Rails choose(String local, String remote) {
    return choose(local, remote, peer -> Optional.empty());
  }

  private Rails choose(
      String local, String remote, Function<InetAddress, Optional<InetAddress>> route) {
    return Rails.choose(here, there, address(local), address(remote), route);
  }

  private void here(String device, String address, long gigabits) {
    here.add(of(device, address, gigabits));
  }

  private void there(String device, String address, long gigabits) {
    there.add(of(device, address, gigabits));
  }

  private static HostAddress of(String device, String address, long gigabits) {
    String[] parts = address.split("/");
    return new HostAddress(
        address(parts[0]), Integer.parseInt(parts[1]), device, device, gigabits * GIGABIT);
  }

  private static List<String> remotes(Rails rails) {
    return rails.all().stream().map(RailsTest::remote).toList();
  }

  private static String remote(Rail rail) {
    return rail.remote().getHostAddress();
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
