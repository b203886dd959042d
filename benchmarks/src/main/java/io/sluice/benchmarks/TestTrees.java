// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The trees that are copied and the folder that they are copied to, on one file system. */
final class TestTrees implements Workload {
  private final Path root;

  TestTrees(Path root) {
    this.root = root;
    try {
      Files.createDirectories(sources());
      Files.createDirectories(copies());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Path sources() {
    return root.resolve("from");
  }

  @Override
  public Path copies() {
    return root.resolve("to");
  }

  /** Removes the copy and lets the disk come to rest, so that nobody pays for another's writes. */
  @Override
  public void clear(String name) {
    remove(copy(name));
    settle();
  }

  /** Removes the source and the copy. */
  void discard(String name) {
    remove(source(name));
    remove(copy(name));
    settle();
  }

  /** Has all that was written so far reach the disk. */
  void settle() {
    Shell.run(List.of("sync", "--file-system", root.toString()));
  }

  /** An independent reader compares both: an rsync that looks but does not write. */
  @Override
  public void verify(String name, Contestant by) {
    List<String> command = new ArrayList<>(List.of("rsync", "-nci", "--delete"));
    // What keeps no metadata is compared by its content.
    command.addAll(by.faithful() ? List.of("-aHAXS", "--numeric-ids") : List.of("-r"));
    command.add(source(name) + "/");
    command.add(copy(name) + "/");
    String differences =
        Shell.run(command)
            .lines()
            // Links, when only contents are compared.
            .filter(line -> !line.startsWith("skipping non-regular"))
            .limit(3)
            .collect(Collectors.joining("; "));
    if (!differences.isEmpty()) {
      throw new BenchmarkException(by.label() + " made a wrong copy: " + differences);
    }
  }

  private static void remove(Path tree) {
    Shell.run(List.of("rm", "-rf", "--one-file-system", tree.toString()));
  }
}
