package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.sluice.transport.Transports;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Skips a test whose surroundings lack something, naming the Debian package; where {@code CI=true}
 * everything must be there, so that is a failure.
 */
public final class Needs {
  private Needs() {}

  /** Skips unless the program is on the path or among the system's. Returns where it is. */
  public static Path program(String name, String debianPackage) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin";
    for (String folder : path.split(":")) {
      Path file = Path.of(folder.isEmpty() ? "." : folder, name);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    return missing("the package " + debianPackage + " is not installed");
  }

  /** Skips unless this process may mount and make namespaces. */
  public static void root() {
    if (!"root".equals(System.getProperty("user.name"))) {
      missing("only root can make mounts and network namespaces");
    }
  }

  /** Skips unless the transport ucx can be used here. */
  public static void ucx() {
    Throwable cause = Transports.of("ucx").unavailabilityCause();
    if (cause != null) {
      missing("ucx can't be used (Debian package libucx0): " + cause.getMessage());
    }
  }

  private static Path missing(String what) {
    if ("true".equals(System.getenv("CI"))) {
      fail(what);
    }
    return abort(what);
  }
}
