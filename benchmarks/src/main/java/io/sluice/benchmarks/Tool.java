// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.List;

/** A program that moves files, with the ways of running it that are worth comparing. */
interface Tool {
  /** What the report calls it. */
  String name();

  /** The programs that it takes. */
  List<Need> needs();

  /**
   * Starts its daemon, if it has one.
   *
   * @param network the daemon runs on its server, the clients on its client
   * @param files where the sources are and the copies go
   */
  Opened open(Lab lab, Meter meter, Network network, Workload files);

  /** A program, and the Debian package that brings it. */
  record Need(String program, String debianPackage) {
    boolean isMet() {
      return Shell.has(program);
    }
  }

  /** A tool that is ready: its contestants, and the daemon that they share (null if none). */
  record Opened(List<Contestant> contestants, Daemon daemon) implements AutoCloseable {
    @Override
    public void close() {
      if (daemon != null) {
        daemon.close();
      }
    }
  }
}
