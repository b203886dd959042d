// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** rsync to an rsync daemon: plain TCP, whole files. */
final class RsyncDaemon implements Tool {
  static final String NAME = "rsync daemon";
  private static final int PORT = 7504;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Need> needs() {
    return List.of(new Need("rsync", "rsync"));
  }

  @Override
  public Opened open(Lab lab, Meter meter, Network network, Workload files) {
    Daemon daemon = start(lab, network.server(), files.copies());
    Contestant.Copier client =
        file ->
            meter.run(
                network.client(),
                List.of("rsync", "-W", files.source(file).toString(), url(network)));
    return new Opened(
        List.of(new Contestant(NAME, "-W", true, Contestant.withDaemon(daemon, client))), daemon);
  }

  /** Starts a daemon whose one module is {@code root}. */
  static Daemon start(Lab lab, Host host, Path root) {
    Path configuration = lab.folder().resolve("rsyncd-" + host.namespace() + ".conf");
    try {
      Files.writeString(
          configuration,
          "use chroot = no\nreverse lookup = no\nmunge symlinks = no\nuid = 0\ngid = 0\n[copies]\npath = "
              + root
              + "\nread only = no\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Daemon.start(
        lab,
        host,
        NAME,
        PORT,
        List.of(
            "rsync",
            "--daemon",
            "--no-detach",
            "--config=" + configuration,
            "--address=" + host.address(),
            "--port=" + PORT));
  }

  /** The module's address, with a slash at its end. */
  static String url(Network network) {
    return "rsync://" + network.server().address() + ":" + PORT + "/copies/";
  }
}
