// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Path;
import java.util.List;

/** The tools that move trees, each in the one way that is compared. */
final class TreeTools {
  static final String RSYNC = "rsync -aHAXS";
  static final String TAR = "tar over TCP";
  private static final int TAR_PORT = 7507;
  private static final int RCLONE_PORT = 7508;

  private TreeTools() {}

  /** {@code mover sync}. */
  record MoverSync(MoverTool mover) implements Tool {
    @Override
    public String name() {
      return MoverTool.NAME;
    }

    @Override
    public List<Need> needs() {
      return mover.needs();
    }

    @Override
    public Opened open(Lab lab, Meter meter, Network network, Workload trees) {
      Daemon daemon = mover.serve(lab, network.server(), trees.copies());
      Contestant.Copier client =
          tree -> meter.run(network.client(), mover.sync(lab, network, trees, tree));
      return new Opened(
          List.of(
              new Contestant(MoverTool.NAME, "sync", true, Contestant.withDaemon(daemon, client))),
          daemon);
    }
  }

  /** rsync to its daemon, with all that it can carry. */
  record RsyncTree() implements Tool {
    @Override
    public String name() {
      return RSYNC;
    }

    @Override
    public List<Need> needs() {
      return List.of(new Need("rsync", "rsync"));
    }

    @Override
    public Opened open(Lab lab, Meter meter, Network network, Workload trees) {
      Daemon daemon = RsyncDaemon.start(lab, network.server(), trees.copies());
      Contestant.Copier client =
          tree ->
              meter.run(
                  network.client(),
                  List.of(
                      "rsync",
                      "-aHAXS",
                      "--numeric-ids",
                      trees.source(tree) + "/",
                      RsyncDaemon.url(network) + tree + "/"));
      return new Opened(
          List.of(new Contestant(RSYNC, "", true, Contestant.withDaemon(daemon, client))), daemon);
    }
  }

  /** Two tars and a TCP connection: the least that a pipeline can do. It can not update. */
  record Tar() implements Tool {
    private static final String OPTIONS =
        "tar --acls --xattrs --xattrs-include='*' --numeric-owner";

    @Override
    public String name() {
      return TAR;
    }

    @Override
    public List<Need> needs() {
      return List.of(new Need("tar", "tar"), new Need("bash", "bash"), new Need("socat", "socat"));
    }

    @Override
    public Opened open(Lab lab, Meter meter, Network network, Workload trees) {
      Contestant.Copier copier =
          tree -> {
            Meter.Running receiver = meter.start(network.server(), receiver(network, trees, tree));
            if (!Ports.awaitListening(receiver.pid(), TAR_PORT, receiver::isAlive)) {
              receiver.kill();
              throw new BenchmarkException("socat does not listen");
            }
            Usage sent = meter.run(network.client(), sender(network, trees, tree));
            // The sender ends when its last bytes are in the socket, not when they are in files.
            return sent.until(receiver.await());
          };
      return new Opened(List.of(new Contestant(TAR, "", true, copier)), null);
    }

    // With nofork, socat becomes tar, which reads the socket itself.
    private static List<String> receiver(Network network, Workload trees, String tree) {
      Path copy = trees.copy(tree);
      String listen = "TCP-LISTEN:" + TAR_PORT + ",reuseaddr,bind=" + network.server().address();
      return List.of(
          "bash",
          "-c",
          "mkdir \"$0\" && exec socat \"$1\" \"EXEC:$2 -xpf - -C $0,nofork\"",
          copy.toString(),
          listen,
          OPTIONS);
    }

    private static List<String> sender(Network network, Workload trees, String tree) {
      String socket = "/dev/tcp/" + network.server().address() + "/" + TAR_PORT;
      return List.of(
          "bash",
          "-c",
          "exec " + OPTIONS + " -S -cf - -C \"$0\" . >\"$1\"",
          trees.source(tree).toString(),
          socket);
    }
  }

  /** rclone, pulling over HTTP as for files; names and contents only. */
  record RcloneTree() implements Tool {
    @Override
    public String name() {
      return "rclone";
    }

    @Override
    public List<Need> needs() {
      return List.of(new Need("rclone", "rclone"));
    }

    @Override
    public Opened open(Lab lab, Meter meter, Network network, Workload trees) {
      String endpoint = network.server().address() + ":" + RCLONE_PORT;
      Daemon daemon =
          Daemon.start(
              lab,
              network.server(),
              name(),
              RCLONE_PORT,
              List.of(
                  "rclone",
                  "--config",
                  "/dev/null",
                  "serve",
                  "http",
                  // Trees come and go below it.
                  "--dir-cache-time",
                  "1s",
                  "--addr",
                  endpoint,
                  trees.sources().toString()));
      Contestant.Copier client =
          tree ->
              meter.run(
                  network.client(),
                  List.of(
                      "rclone",
                      "--config",
                      "/dev/null",
                      "copy",
                      "--transfers",
                      "16",
                      "--checkers",
                      "16",
                      "--http-url",
                      "http://" + endpoint,
                      ":http:" + tree,
                      trees.copy(tree).toString()));
      return new Opened(
          List.of(
              new Contestant(
                  name(), "http pull, 16 at once", false, Contestant.withDaemon(daemon, client))),
          daemon);
    }
  }
}
