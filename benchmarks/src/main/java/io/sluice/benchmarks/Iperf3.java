// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.List;

/** iperf3 with zero copy and 8 streams: the wire alone, no file is written. */
final class Iperf3 implements Tool {
  private static final String PORT = "7502";

  @Override
  public String name() {
    return "iperf3 (no file)";
  }

  @Override
  public List<Need> needs() {
    return List.of(new Need("iperf3", "iperf3"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    String address = network.server().address();
    Daemon daemon =
        Daemon.start(
            lab,
            network.server(),
            "iperf3",
            Integer.parseInt(PORT),
            List.of("iperf3", "-s", "-B", address, "-p", PORT));
    Contestant.Copier client =
        file ->
            meter.run(
                network.client(),
                List.of(
                    "iperf3",
                    "-c",
                    address,
                    "-p",
                    PORT,
                    "-Z",
                    "-P",
                    "8",
                    "-n",
                    Long.toString(files.source(file).toFile().length())));
    return new Opened(
        List.of(new Contestant(name(), "-Z -P 8", false, Contestant.withDaemon(daemon, client))),
        daemon);
  }
}
