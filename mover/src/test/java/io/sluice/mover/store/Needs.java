package io.sluice.mover.store;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What a test needs of the machine. Where it is missing the test is skipped and says what is
 * missing; with {@code CI=true} it fails, because there nothing may be missing.
 */
public final class Needs {
  private Needs() {}

  public static void root() {
    that(Libc.geteuid() == 0, "needs root");
  }

  /** A command, and the Debian package that has it. */
  public static void command(String name, String debianPackage) {
    boolean found =
        List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin").stream()
            .anyMatch(folder -> new File(folder, name).canExecute());
    that(found, "needs the Debian package " + debianPackage + " (" + name + ")");
  }

  public static void that(boolean there, String what) {
    if (Boolean.parseBoolean(System.getenv("CI"))) {
      Assertions.assertTrue(there, what);
    }
    Assumptions.assumeTrue(there, what);
  }

  /** Runs a command that must succeed, and gives what it printed. */
  public static byte[] run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    int status;
    try {
      status = process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(command[0]);
    }
    if (status != 0) {
      throw new IOException(
          String.join(" ", command)
              + " ended with "
              + status
              + ": "
              + new String(output, java.nio.charset.StandardCharsets.UTF_8));
    }
    return output;
  }
}
