package io.sluice.transport.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Packages;
import io.sluice.transport.link.Link.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinksHereTest {
  private static final InetAddress LOOPBACK = address(127, 0, 0, 1);

  @Test
  void theLoopbackLinkHasTheLoopbackAddress() {
    Link link = Link.of(LOOPBACK).orElseThrow();

    assertThat(link.kind()).isEqualTo(Kind.LOOPBACK);
    assertThat(link.addresses()).contains(LOOPBACK);
    assertThat(link.isUsable()).isTrue();
    assertThat(link.mtu()).isPresent();
  }

  @Test
  void allOfTheLoopbackNetworkIsOnTheLoopbackLink() {
    assertThat(Links.here().carrying(address(127, 9, 9, 9)).map(Link::kind))
        .contains(Kind.LOOPBACK);
  }

  @Test
  void noLinkCarriesTheWildcardOrAForeignAddress() {
    assertThat(Links.here().carrying(address(0, 0, 0, 0))).isEmpty();
    assertThat(Links.here().carrying(address(203, 0, 113, 77))).isEmpty();
  }

  @Test
  void everyAddressOfThisHostIsOnTheLinkThatHasIt() throws Exception {
    Links links = Links.here();

    for (NetworkInterface live : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : live.inetAddresses().toList()) {
        assertThat(links.carrying(address).map(Link::name)).contains(live.getName());
      }
    }
  }

  @Test
  void knowsTheWayToAPeerFromTheRoutingTable() {
    assertThat(Links.here().toward(LOOPBACK).map(Link::kind)).contains(Kind.LOOPBACK);
  }

  @Test
  void readingFromTheRootIsReadingThisHost() {
    assertThat(Links.read(Path.of("/")).carrying(LOOPBACK)).isPresent();
  }

  @Test
  void theSocketLimitsOfThisHostAreKnown() {
    SocketLimits limits = Links.here().limits();

    assertThat(limits.tcpReceive()).isPresent();
    assertThat(limits.congestion().orElseThrow()).isIn(limits.congestionAvailable());
  }

  @Test
  void aVethPairInANamespaceIsVirtualWithItsMtuAndAddress() throws Exception {
    Packages.needNamespaces();
    Packages.need("iproute2", "ip");

    // With sysfs mounted anew, as "ip netns exec" does.
    List<String> lines =
        inNamespace(
            "mount -t sysfs sysfs /sys && ip link set va mtu 9000 && ip link set vb up", "va");

    assertThat(lines).contains("va: virtual, MTU 9000, 10 Gb/s [/198.51.100.1]");
  }

  @Test
  void factsOfTheHostAreNotTakenForThoseOfANamespaceWithTheSameNames() throws Exception {
    Packages.needNamespaces();
    Packages.need("iproute2", "ip");
    String known =
        Links.here().all().stream()
            .filter(link -> link.kind() != Kind.LOOPBACK)
            .map(Link::name)
            .findFirst()
            .orElse("va");

    // Without mounting sysfs anew, /sys still tells of the namespace outside.
    List<String> lines = inNamespace("true", known);

    assertThat(lines).contains(known + ": unknown kind, MTU 1500 [/198.51.100.1]");
  }

  /** Makes a veth pair with an address in a namespace and prints the links that Java sees there. */
  private static List<String> inNamespace(String more, String name)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String script =
        "ip link add "
            + name
            + " index 991 type veth peer name vb index 992"
            + " && ip addr add 198.51.100.1/24 dev "
            + name
            + " && ip link set "
            + name
            + " up && "
            + more
            + " && exec \"$0\" -XX:TieredStopAtLevel=1 -cp \"$1\" \"$2\"";
    Path out = Files.createTempFile("links", ".txt");
    try {
      // The namespaces end with the process.
      Process process =
          new ProcessBuilder(
                  "unshare",
                  "--net",
                  "--mount",
                  "sh",
                  "-ec",
                  script,
                  java,
                  System.getProperty("java.class.path"),
                  Prints.class.getName())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      int status = process.waitFor();
      String text = Files.readString(out, StandardCharsets.UTF_8);
      assertThat(status).as(text).isZero();
      return text.lines().toList();
    } finally {
      Files.delete(out);
    }
  }

  private static InetAddress address(int a, int b, int c, int d) {
    try {
      return InetAddress.getByAddress(new byte[] {(byte) a, (byte) b, (byte) c, (byte) d});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** The program that runs there. */
  static final class Prints {
    private Prints() {}

    public static void main(String[] arguments) {
      for (Link link : Links.here().all()) {
        System.out.println(
            link
                + " "
                + link.addresses().stream().filter(it -> it.getAddress().length == 4).toList());
      }
    }
  }
}
