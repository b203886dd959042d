package io.sluice.transport.ucx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The file that JUCX unpacks from its archive into a temporary folder to load it. JUCX has it
 * removed when the JVM ends in order, so each process that is killed or halts would leave one.
 */
final class UnpackedLibrary {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private UnpackedLibrary() {}

  /** Removes its name, once it is loaded: what is mapped stays until it is unmapped. */
  static void remove() {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
      for (Path file : mapped()) {
        Path folder = file.getParent();
        if (temporary.equals(folder.getParent())
            && folder.getFileName().toString().startsWith("jucx")) {
          Files.deleteIfExists(file);
          Files.deleteIfExists(folder);
        }
      }
    } catch (IOException e) {
      // It stays until the JVM ends.
    }
  }

  private static List<Path> mapped() throws IOException {
    try (Stream<String> lines = Files.lines(MAPS, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.contains("/libjucx") && line.endsWith(".so"))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .distinct()
          .toList();
    }
  }
}
