// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What the command line asks for. */
final class Options {
  static final String USAGE =
      """
      Usage: bench files|trees [OPTION...]

        files   one big file, over loopback and veth, next to other tools
        trees   many files, a second run, a changed disk image; on tmpfs and ext4, over veth

        --check            exit 1 unless every floor holds; no tool may be missing
        --quick            a quarter of the size, 2 rounds: a look, not a measurement
        --network A,B      loopback, veth65520, veth1500, veth1500-plain (offloads off);
                           without it the first three
        --on A,B           tmpfs, ext4: where trees are; without it both
        --shape A,B        tiny, empty, small, mix, image: which trees; without it all
        --only A,B         only tools whose name begins like one of these
        --write FILE       put the report into this Markdown file, in place of the last one
        --mover PROGRAM    measure this command instead of bin/mover
        --tmp FOLDER       where the files go; a tmpfs with 10 GiB free (/dev/shm)
        --disk FOLDER      where the file behind ext4 goes; 16 GiB free (/var/tmp)

      Takes root, for network namespaces, and Debian's packages gcc, iproute2, util-linux and
      openjdk-17-jdk-headless; for the other tools iperf3, rsync, rclone,
      globus-gridftp-server-progs,
      globus-gass-copy-progs; for veth1500-plain ethtool; for trees
      tar, socat and e2fsprogs.
      """;

  private String benchmark = "";
  private boolean check;
  private boolean quick;
  private Set<Network.Kind> networks =
      EnumSet.of(Network.Kind.LOOPBACK, Network.Kind.VETH_JUMBO, Network.Kind.VETH);
  private Set<FileSystem> fileSystems = EnumSet.allOf(FileSystem.class);
  private Set<Shape> shapes = EnumSet.allOf(Shape.class);
  private Set<String> only = Set.of();
  private Path write;
  private Path mover;
  private Path disk = Path.of("/var/tmp");
  private Path tmp = Path.of("/dev/shm");

  private Options() {}

  /**
   * Reads the command line.
   *
   * @throws BenchmarkException if it asks for what there is not
   */
  static Options parse(List<String> arguments) {
    Options options = new Options();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "-h", "--help" -> options.benchmark = "help";
        case "--check" -> options.check = true;
        case "--quick" -> options.quick = true;
        case "--network" -> options.networks = networks(value(arguments, ++i));
        case "--on" -> options.fileSystems = fileSystems(value(arguments, ++i));
        case "--shape" -> options.shapes = shapes(value(arguments, ++i));
        case "--disk" -> options.disk = Path.of(value(arguments, ++i)).toAbsolutePath();
        case "--only" -> options.only = new TreeSet<>(List.of(value(arguments, ++i).split(",")));
        case "--write" -> options.write = Path.of(value(arguments, ++i));
        case "--mover" -> options.mover = Path.of(value(arguments, ++i)).toAbsolutePath();
        case "--tmp" -> options.tmp = Path.of(value(arguments, ++i)).toAbsolutePath();
        default -> {
          if (argument.startsWith("-") || !options.benchmark.isEmpty()) {
            throw new BenchmarkException("unknown argument " + argument);
          }
          options.benchmark = argument;
        }
      }
    }
    return options;
  }

  private static String value(List<String> arguments, int i) {
    if (i >= arguments.size()) {
      throw new BenchmarkException(arguments.get(i - 1) + " takes a value");
    }
    return arguments.get(i);
  }

  private static Set<Network.Kind> networks(String names) {
    Set<Network.Kind> kinds = EnumSet.noneOf(Network.Kind.class);
    for (String name : names.split(",")) {
      kinds.add(Network.Kind.named(name));
    }
    return kinds;
  }

  private static Set<FileSystem> fileSystems(String names) {
    Set<FileSystem> all = EnumSet.noneOf(FileSystem.class);
    for (String name : names.split(",")) {
      all.add(FileSystem.named(name));
    }
    return all;
  }

  private static Set<Shape> shapes(String names) {
    Set<Shape> all = EnumSet.noneOf(Shape.class);
    for (String name : names.split(",")) {
      all.add(Shape.named(name));
    }
    return all;
  }

  String benchmark() {
    return benchmark;
  }

  boolean check() {
    return check;
  }

  boolean quick() {
    return quick;
  }

  Set<Network.Kind> networks() {
    return networks;
  }

  Set<FileSystem> fileSystems() {
    return fileSystems;
  }

  Set<Shape> shapes() {
    return shapes;
  }

  /** A folder on a disk. */
  Path disk() {
    return disk;
  }

  /** Whether a tool takes part. */
  boolean includes(String tool) {
    return only.isEmpty()
        || only.stream()
            .anyMatch(
                name -> tool.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)));
  }

  /** The file that the report goes to, or null. */
  Path write() {
    return write;
  }

  Path mover(Path repository) {
    return mover != null ? mover : repository.resolve("bin/mover");
  }

  Path tmp() {
    return tmp;
  }
}
