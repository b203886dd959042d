package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.transport.SocketTuning;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PathTuningTest {
  @Test
  void loopbackIsLeftToTheKernel() {
    PathTuning tuning = new PathTuning(8, UnaryOperator.identity());
    tuning.learn(Duration.ofSeconds(1));

    assertThat(tuning.toward(InetAddress.getLoopbackAddress())).isEqualTo(SocketTuning.kernel());
  }

  @Test
  void theUserOverridesWhatTheLinkSays() {
    PathTuning tuning = new PathTuning(8, chosen -> chosen.withSendBuffer(4096));

    assertThat(tuning.toward(InetAddress.getLoopbackAddress()).sendBuffer()).isEqualTo(4096);
  }

  @Test
  void theLinkTowardsThePeerAndTheMeasuredRoundTripDecide() throws Exception {
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
    List<String> lines = out.lines().toList();
    assertThat(lines)
        .anyMatch(line -> line.startsWith("first: ") && line.contains("the kernel tunes itself"))
        .anyMatch(
            line ->
                line.startsWith("then: ")
                    && line.contains(
                        "va at 10 Gb/s and 80.000 ms has 50000000 bytes on their way"
                            + " in each of 2 streams"));
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
      PathTuning tuning = new PathTuning(2, UnaryOperator.identity());
      InetAddress peer = InetAddress.getByAddress(new byte[] {(byte) 198, 51, 100, 2});
      SocketTuning first = tuning.toward(peer);
      System.out.println("first: " + first);
      tuning.learn(Duration.ofMillis(80));
      System.out.println("then: " + tuning.toward(peer));
      // What a later, loaded connection measures is not taken.
      tuning.learn(Duration.ofMillis(800));
      if (!tuning.toward(peer).reason().contains("80.000 ms")) {
        throw new IllegalStateException(tuning.toward(peer).toString());
      }
    }
  }
}
