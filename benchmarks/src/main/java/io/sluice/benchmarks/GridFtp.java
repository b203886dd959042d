// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.List;

/** The Globus GridFTP server, anonymous and in the clear, and globus-url-copy. */
final class GridFtp implements Tool {
  static final String NAME = "GridFTP";
  private static final int PORT = 7503;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Need> needs() {
    return List.of(
        new Need("globus-gridftp-server", "globus-gridftp-server-progs"),
        new Need("globus-url-copy", "globus-gass-copy-progs"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    String address = network.server().address();
    Daemon daemon =
        Daemon.start(
            lab,
            network.server(),
            NAME,
            PORT,
            List.of(
                "globus-gridftp-server",
                "-allow-anonymous",
                "-anonymous-user",
                "root",
                "-allow-root",
                "-control-interface",
                address,
                "-p",
                Integer.toString(PORT)));
    return new Opened(
        List.of(
            contestant(daemon, meter, network, files, 4),
            contestant(daemon, meter, network, files, 1)),
        daemon);
  }

  private static Contestant contestant(
      Daemon daemon, Meter meter, Network network, Workload files, int streams) {
    Contestant.Copier client =
        file ->
            meter.run(
                network.client(),
                List.of(
                    "globus-url-copy",
                    "-p",
                    Integer.toString(streams),
                    "file://" + files.source(file),
                    "ftp://" + network.server().address() + ":" + PORT + files.copy(file)));
    return new Contestant(NAME, "-p " + streams, true, Contestant.withDaemon(daemon, client));
  }
}
