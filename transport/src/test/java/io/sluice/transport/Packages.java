package io.sluice.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Debian packages that some tests need. */
public final class Packages {
  private static final List<String> FOLDERS =
      List.of("/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin");

  private Packages() {}

  /** Skips the test where {@code program} is missing, naming its package; with CI=true it fails. */
  public static void need(String debianPackage, String program) {
    boolean there =
        FOLDERS.stream().anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    require(there, "needs the Debian package " + debianPackage);
  }

  /** Skips the test unless it runs as root; with CI=true it fails. */
  public static void needRoot() {
    require("root".equals(System.getProperty("user.name")), "needs root");
  }

  /**
   * Skips the test where no network and mount namespaces can be made, as in a container without the
   * right, or in a chroot whose root is no mount point; with CI=true it fails.
   */
  public static void needNamespaces() throws IOException, InterruptedException {
    needRoot();
    need("util-linux", "unshare");
    Process process =
        new ProcessBuilder("unshare", "--net", "--mount", "true").redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    require(process.waitFor() == 0, "needs namespaces: " + said.strip());
  }

  private static void require(boolean there, String what) {
    if ("true".equals(System.getenv("CI"))) {
      Assertions.assertTrue(there, what);
    }
    Assumptions.assumeTrue(there, what);
  }
}
