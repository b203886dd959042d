// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The file systems that trees are measured on. */
enum FileSystem {
  TMPFS,
  EXT4;

  private static final long LOOP_BYTES = 32L << 30;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The size of the disk image that source, copy and a new copy beside it fit in. */
  long imageBytes() {
    return this == TMPFS ? 2L << 30 : 4L << 30;
  }

  /**
   * Mounts a fresh one, which is gone when the lab closes.
   *
   * @param disk a folder on a disk, for what is mounted through a loop device
   */
  Path mount(Lab lab, Path disk) {
    Path point = lab.folder().resolve(label());
    try {
      Files.createDirectories(point);
      switch (this) {
        case TMPFS ->
            mount(
                lab,
                point,
                List.of(
                    "mount",
                    "-t",
                    "tmpfs",
                    "-o",
                    "size=10g,nr_inodes=0",
                    "sluice-bench",
                    point.toString()));
        case EXT4 -> {
          Path image = Files.createTempFile(disk, "sluice-bench-", ".ext4");
          lab.onClose(() -> Files.deleteIfExists(image));
          Shell.run(List.of("truncate", "-s", Long.toString(LOOP_BYTES), image.toString()));
          Shell.run(List.of("mkfs.ext4", "-q", "-F", "-N", "4000000", image.toString()));
          mount(lab, point, List.of("mount", "-o", "loop", image.toString(), point.toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return point;
  }

  private static void mount(Lab lab, Path point, List<String> command) {
    Shell.run(command);
    // Lazily: when the run is interrupted, this very process may still be writing into it.
    lab.onClose(() -> Shell.run(List.of("umount", "--lazy", point.toString())));
  }

  /** The file system of this name. */
  static FileSystem named(String name) {
    for (FileSystem each : values()) {
      if (each.label().equals(name)) {
        return each;
      }
    }
    throw new BenchmarkException("unknown file system " + name);
  }
}
