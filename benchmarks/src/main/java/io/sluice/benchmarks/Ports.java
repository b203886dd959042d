// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Tells whether a server listens, from the outside of its namespace and without connecting. */
final class Ports {
  private static final String LISTEN = "0A";

  private Ports() {}

  /**
   * Waits up to 20 s until something listens on {@code port} in the namespace of process {@code
   * pid}.
   *
   * @return whether it does; false at once when {@code alive} no longer holds
   */
  static boolean awaitListening(long pid, int port, BooleanSupplier alive) {
    for (int i = 0; i < 2000; i++) {
      if (listens(pid, port)) {
        return true;
      }
      if (!alive.getAsBoolean()) {
        return false;
      }
      Pause.milliseconds(10);
    }
    return false;
  }

  // proc(5), /proc/net/tcp: the second column is the local address in hexadecimal, the fourth the
  // state.
  private static boolean listens(long pid, int port) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    for (String table : List.of("tcp", "tcp6")) {
      try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/net/" + table))) {
        if (lines
            .map(line -> line.strip().split("\\s+"))
            .anyMatch(f -> f.length > 3 && f[1].endsWith(suffix) && f[3].equals(LISTEN))) {
          return true;
        }
      } catch (IOException | UncheckedIOException e) {
        // The process has just ended, or this kernel has no IPv6.
      }
    }
    return false;
  }
}
