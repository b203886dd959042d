package io.sluice.mover.cli;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what this host can do, all by itself. */
@Command(
    name = "demo",
    description = {
      "Start a receiver in this process on loopback, make a file, copy it to the receiver, compare"
          + " the two, and tell how fast it was and what it waited for.",
      "Everything is made in a folder of its own and removed at the end."
    })
final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--size", paramLabel = "SIZE", description = "Size of the file; 1GiB as it is.")
  private String size = "1GiB";

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "Data connections at once; 8 as it is.")
  private int streams = 8;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Where to make the files: /dev/shm where there is room, else /tmp.")
  private String folder;

  @Mixin private Output output;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    long bytes;
    try {
      bytes = Amounts.size(size);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--size: " + e.getMessage());
    }
    if (streams < 1 || streams > 128) {
      throw new UsageException("--streams: from 1 to 128");
    }
    try (Follower follower = new Follower(terminal, output);
        DemoFiles files = DemoFiles.in(folder == null ? null : Path.of(folder), bytes)) {
      follower.sweepBy(files::close);
      say("making a file of " + Amounts.bytes(bytes) + " in " + ByteText.of(files.toString()));
      files.fill();
      return copy(files, follower);
    }
  }

  private int copy(DemoFiles files, Follower follower) throws IOException {
    Token token = Tokens.random();
    Options options = Options.defaults().withStreams(streams);
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MoverServer server =
            MoverServer.builder()
                .token(token)
                .options(options)
                .listen(loopback)
                .root(BytePath.of(files.receiver().toString()))
                .start();
        Mover mover = Mover.builder().token(token).options(options).build()) {
      InetSocketAddress at = server.addresses().get(0);
      Place source = Place.local(BytePath.of(files.source().toString()));
      Place destination =
          Place.on(
              at.getAddress().getHostAddress(), at.getPort(), BytePath.of(files.copy().toString()));
      say(
          "copying it to a receiver on "
              + ListenAddress.text(at)
              + " with "
              + streams
              + " streams");
      var transfer = mover.copy(List.of(source), destination, CopyOptions.defaults());
      int status = follower.follow(transfer);
      if (status == Exit.OK) {
        Report report = transfer.await();
        say(
            "processor time of both ends: "
                + Amounts.time(report.cpuSeconds())
                + ", "
                + Amounts.decimals(report.cpuSeconds() / (report.bytes() / 0x1p30), 2)
                + " s a GiB");
        status = verify(files);
      }
      return status;
    }
  }

  private int verify(DemoFiles files) throws IOException {
    long different = files.firstDifference();
    if (different >= 0) {
      terminal.complain("the copy differs from the file, first at byte " + different);
      return Exit.VERIFICATION;
    }
    say("verified: both files are the same, byte for byte");
    return Exit.OK;
  }

  private void say(String line) {
    if (!output.json() && !output.quiet()) {
      terminal.print(line);
    }
  }
}
