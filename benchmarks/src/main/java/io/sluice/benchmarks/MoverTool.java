// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Sluice itself, through its command, as a user starts it. */
final class MoverTool implements Tool {
  static final String NAME = "mover";

  /** Stands for the mover where it is not timed. */
  static final Contestant ANY = new Contestant(NAME, "", true, file -> null);

  private static final int PORT = 7506;
  private static final List<Integer> STREAMS = List.of(1, 2, 4, 8);

  private final String launcher;

  /**
   * Takes the command to run.
   *
   * @param launcher {@code bin/mover} of the checkout, or another build's
   */
  MoverTool(Path launcher) {
    this.launcher = launcher.toString();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Need> needs() {
    return List.of(new Need("java", "openjdk-17-jdk-headless"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    Daemon daemon = serve(lab, network.server(), files.copies());
    List<Contestant> contestants = new ArrayList<>();
    for (int streams : STREAMS) {
      contestants.add(
          new Contestant(
              NAME,
              "--streams " + streams,
              true,
              Contestant.withDaemon(
                  daemon,
                  file -> meter.run(network.client(), copy(lab, network, files, file, streams)))));
    }
    return new Opened(contestants, daemon);
  }

  /** Starts a daemon that exports {@code root}. */
  Daemon serve(Lab lab, Host host, Path root) {
    return Daemon.start(
        lab,
        host,
        NAME,
        PORT,
        List.of(
            launcher,
            "serve",
            "--root",
            root.toString(),
            "--listen",
            host.address(),
            "--port",
            Integer.toString(PORT),
            "--token-file",
            token(lab).toString()));
  }

  /** The command that copies a file to that daemon. */
  List<String> copy(Lab lab, Network network, Workload files, String file, int streams) {
    return List.of(
        launcher,
        "copy",
        files.source(file).toString(),
        network.server().address() + ":" + files.copy(file),
        "--streams",
        Integer.toString(streams),
        "--port",
        Integer.toString(PORT),
        "--token-file",
        token(lab).toString(),
        "--no-fsync",
        "--json");
  }

  /** The command that makes the tree's copy at that daemon a replica of it. */
  List<String> sync(Lab lab, Network network, Workload trees, String tree) {
    return List.of(
        launcher,
        "sync",
        trees.source(tree).toString(),
        network.server().address() + ":" + trees.copy(tree),
        "--port",
        Integer.toString(PORT),
        "--token-file",
        token(lab).toString(),
        "--no-fsync",
        "--json");
  }

  /** The command that says its version. */
  List<String> version() {
    return List.of(launcher, "--version");
  }

  private static synchronized Path token(Lab lab) {
    Path file = lab.folder().resolve("token");
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "only-for-this-benchmark-run-" + System.nanoTime() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }
}
