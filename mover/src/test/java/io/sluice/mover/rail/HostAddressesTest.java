package io.sluice.mover.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HostAddressesTest {
  @Test
  void theLoopbackAddressIsAmongThemAndItsRateIsUnknown() throws Exception {
    assertThat(HostAddresses.here())
        .anySatisfy(
            one -> {
              assertThat(one.address()).isEqualTo(InetAddress.getLoopbackAddress());
              assertThat(one.device()).isEqualTo("lo");
              assertThat(one.bitsPerSecond()).isZero();
            });
  }

  @Test
  void anAddressHasTheDataRateOfItsLink() throws Exception {
    need("root".equals(System.getProperty("user.name")), "needs root");
    need(Files.isExecutable(Path.of("/usr/bin/unshare")), "needs the Debian package util-linux");
    need(Files.isExecutable(Path.of("/usr/sbin/ip")), "needs the Debian package iproute2");

    // The namespaces end with the process. A veth pair claims 10 Gb/s.
    Process process =
        new ProcessBuilder(
                "unshare",
                "--net",
                "--mount",
                "sh",
                "-ec",
                "mount -t sysfs sysfs /sys; ip link add va type veth peer name vb;"
                    + " ip addr add 198.51.100.1/24 dev va; ip link set vb up; ip link set va up;"
                    + " exec \"$0\" -XX:TieredStopAtLevel=1 -cp \"$1\" \"$2\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                Prints.class.getName())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out.lines()).contains("198.51.100.1/24 on va: 10000000000");
  }

  private static void need(boolean there, String what) {
    if ("true".equals(System.getenv("CI"))) {
      assertTrue(there, what);
    }
    assumeTrue(there, what);
  }

  /** The program that runs there. */
  static final class Prints {
    private Prints() {}

    public static void main(String[] arguments) throws Exception {
      for (HostAddress one : HostAddresses.here()) {
        System.out.println(
            one.address().getHostAddress()
                + "/"
                + one.prefixLength()
                + " on "
                + one.device()
                + ": "
                + one.bitsPerSecond());
      }
    }
  }
}
