// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.List;

/**
 * rclone, the fastest way it has in the clear: pulling from {@code rclone serve http} with several
 * streams. Pushing, by WebDAV or SFTP, has one stream only, and was three to ten times slower.
 */
final class Rclone implements Tool {
  private static final int PORT = 7505;

  @Override
  public String name() {
    return "rclone";
  }

  @Override
  public List<Need> needs() {
    return List.of(new Need("rclone", "rclone"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    String endpoint = network.server().address() + ":" + PORT;
    Daemon daemon =
        Daemon.start(
            lab,
            network.server(),
            name(),
            PORT,
            List.of(
                "rclone",
                "--config",
                "/dev/null",
                "serve",
                "http",
                "--addr",
                endpoint,
                files.sources().toString()));
    Contestant.Copier client =
        file ->
            meter.run(
                network.client(),
                List.of(
                    "rclone",
                    "--config",
                    "/dev/null",
                    "copyto",
                    "--multi-thread-streams",
                    "4",
                    "--http-url",
                    "http://" + endpoint,
                    ":http:" + file,
                    files.copy(file).toString()));
    return new Opened(
        List.of(
            new Contestant(
                name(), "http pull, 4 streams", true, Contestant.withDaemon(daemon, client))),
        daemon);
  }
}
