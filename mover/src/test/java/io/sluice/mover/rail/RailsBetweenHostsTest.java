package io.sluice.mover.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.cli.Main;
import io.sluice.mover.fault.Jvm;
import io.sluice.mover.fault.NetworkNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts that share two networks: a slow one, by which they are named, and another. */
class RailsBetweenHostsTest {
  private static final String SLOW = "10.213.81.2";
  private static final String FAST = "10.213.82.2";

  @TempDir Path folder;
  private NetworkNamespace here;
  private NetworkNamespace there;
  private Jvm server;
  private Path source;
  private Path token;

  @BeforeEach
  void makeHosts() throws IOException {
    here = NetworkNamespace.create();
    there = NetworkNamespace.create();
    NetworkNamespace.join(here, "10.213.81.1/24", there, SLOW + "/24");
    NetworkNamespace.join(here, "10.213.82.1/24", there, FAST + "/24");
    byte[] bytes = new byte[24 << 20];
    new Random(3).nextBytes(bytes);
    source = Files.write(folder.resolve("source"), bytes);
    token = Files.writeString(folder.resolve("token"), "a-token-of-this-test");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void removeHosts() throws IOException {
    if (server != null) {
      server.close();
    }
    here.close();
    there.close();
  }

  @Test
  void dataFlowsOverTheFasterNetworkWhateverTheNameLeadsTo() throws Exception {
    Map<String, Long> bytes = copy(List.of("v1"), "0.0.0.0");

    assertThat(bytes).containsOnly(Map.entry(FAST, 24L << 20));
  }

  @Test
  void equallyFastNetworksShareTheStreams() throws Exception {
    Map<String, Long> bytes = copy(List.of(), "0.0.0.0");

    assertThat(bytes).containsOnlyKeys(SLOW, FAST);
    assertThat(bytes.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(24 << 20);
  }

  @Test
  void aServerOnOneAddressIsReachedThereOnly() throws Exception {
    Map<String, Long> bytes = copy(List.of("v1"), SLOW);

    assertThat(bytes).containsOnlyKeys(SLOW);
  }

  @Test
  void aNetworkThatDiesHandsItsExtentsToTheOther() throws Exception {
    Jvm copy = start(List.of("v1"), "0.0.0.0", "--limit", "8MiB/s", "--timeout", "1s");
    copy.awaitLine("{\"schema\":1,\"event\":\"progress\",\"phase\":\"moving\"");
    here.cut("v2");

    Map<String, Long> bytes = bytesOf(copy);

    assertThat(bytes).containsOnlyKeys(SLOW, FAST);
    assertThat(folder.resolve("target")).hasSameBinaryContentAs(source);
  }

  private Map<String, Long> copy(List<String> slow, String listen) throws Exception {
    Map<String, Long> bytes = bytesOf(start(slow, listen));
    assertThat(folder.resolve("target")).hasSameBinaryContentAs(source);
    return bytes;
  }

  /** Starts a server and a copy to the slow address; the devices named are told to be slow. */
  private Jvm start(List<String> slow, String listen, String... options) throws Exception {
    server =
        Jvm.fork(
            inside(there, slow),
            Main.class,
            "serve",
            "--root",
            folder.toString(),
            "--listen",
            listen,
            "--token-file",
            token.toString());
    server.awaitLine("listening on ");
    List<String> words = new ArrayList<>(List.of("copy", "--json", "--streams", "4"));
    words.addAll(List.of("--extent", "1MiB", "--token-file", token.toString()));
    words.addAll(List.of(options));
    words.addAll(List.of(source.toString(), "mover://" + SLOW + folder.resolve("target")));
    return Jvm.fork(inside(here, slow), Main.class, words.toArray(String[]::new));
  }

  private static Map<String, Long> bytesOf(Jvm copy) throws InterruptedException {
    try (copy) {
      String report = copy.awaitLine("{\"schema\":1,\"event\":\"report\"");
      assertThat(copy.awaitExit()).isZero();
      Map<String, Long> bytes = new TreeMap<>();
      Matcher rail =
          Pattern.compile("\"remote\":\"([^\"]*)\".*?\"bytes\":([0-9]+)")
              .matcher(report.substring(report.indexOf("\"rails\"")));
      while (rail.find()) {
        bytes.put(rail.group(1), Long.parseLong(rail.group(2)));
      }
      return bytes;
    }
  }

  /** The kernel claims 10 Gb/s for every veth: lay another file over what it says of some. */
  private List<String> inside(NetworkNamespace host, List<String> slow) throws IOException {
    Path speed = Files.writeString(folder.resolve("speed"), "1000\n");
    StringBuilder script = new StringBuilder();
    for (String device : slow) {
      script.append("mount --bind " + speed + " /sys/class/net/" + device + "/speed && ");
    }
    List<String> words = new ArrayList<>(host.inside());
    words.addAll(List.of("sh", "-c", script + "exec \"$@\"", "sh"));
    return words;
  }
}
