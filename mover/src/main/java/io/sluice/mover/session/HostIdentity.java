package io.sluice.mover.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which running system this is: equal on both ends of a session means one kernel. */
final class HostIdentity {
  static final String HERE = read();

  private HostIdentity() {}

  private static String read() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
          .trim();
    } catch (IOException | SecurityException e) {
      return "";
    }
  }
}
