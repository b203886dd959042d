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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that listens on every address, on a host that has a public one. */
@Timeout(120)
class PublicAddressTest {
  private static final String PUBLIC = "203.0.113.2";
  private static final String PRIVATE = "10.213.83.2";

  @TempDir Path folder;

  @Test
  void connectionsThatArriveOnAPublicAddressAreTurnedAway() throws Exception {
    assertThat(copyTo(PUBLIC)).isEqualTo(3);
    assertThat(folder.resolve("target")).doesNotExist();
  }

  @Test
  void connectionsThatArriveOnAPrivateAddressAreTaken() throws Exception {
    assertThat(copyTo(PRIVATE)).isZero();
  }

  @Test
  void insecureTakesThemAll() throws Exception {
    assertThat(copyTo(PUBLIC, "--insecure")).isZero();
    assertThat(folder.resolve("target")).hasContent("content");
  }

  /** Returns the exit status of a copy. */
  private int copyTo(String address, String... serverOptions) throws Exception {
    Path source = Files.writeString(folder.resolve("source"), "content");
    try (NetworkNamespace here = NetworkNamespace.create();
        NetworkNamespace there = NetworkNamespace.create()) {
      NetworkNamespace.join(here, "203.0.113.1/24", there, PUBLIC + "/24");
      NetworkNamespace.join(here, "10.213.83.1/24", there, PRIVATE + "/24");
      List<String> serve = new ArrayList<>(List.of("serve", "--root", folder.toString()));
      serve.addAll(List.of("--listen", "0.0.0.0", "--token-file", token()));
      serve.addAll(List.of(serverOptions));
      try (Jvm server = Jvm.fork(there.inside(), Main.class, serve.toArray(String[]::new))) {
        server.awaitLine("listening on ");
        try (Jvm copy =
            Jvm.fork(
                here.inside(),
                Main.class,
                "copy",
                "--retry-for",
                "1s",
                "--token-file",
                token(),
                source.toString(),
                "mover://" + address + folder.resolve("target"))) {
          return copy.awaitExit();
        }
      }
    }
  }

  private String token() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "a-token-of-this-test");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    return token.toString();
  }
}
