package io.sluice.mover.cli;

import io.sluice.mover.Failure;
import io.sluice.mover.Mover;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.verify.Comparison;
import io.sluice.mover.verify.Difference;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two trees or files. */
@Command(
    name = "verify",
    description = {
      "Compare two folders with all that is in them, or two files: content, owners, permissions,"
          + " times, links, extended attributes and ACLs. List what differs; change nothing.",
      "Exit status: 0 all is equal; 5 something differs; 1 something could not be read."
    })
final class VerifyCommand implements Callable<Integer>, Comparison.Listener {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "FIRST", description = "A folder or a file.")
  private String first;

  @Parameters(index = "1", paramLabel = "SECOND", description = "What should be equal to it.")
  private String second;

  @Option(names = "--brick", description = "Leave out what is local to a GlusterFS brick.")
  private boolean brick;

  @Mixin private Keeping keeping;
  @Mixin private Selecting selecting;
  @Mixin private Reaching reaching;
  @Mixin private Output output;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Place one = Reaching.place(first);
    Place other = Reaching.place(second);
    if (!one.isLocal() || !other.isLocal()) {
      return remote(one, other);
    }
    long started = System.nanoTime();
    Comparison.Result result =
        new Comparison(
                FileStore.local(),
                keeping.facts(),
                selecting.selection(brick ? Rules.brick() : Rules.NONE),
                this)
            .run(one.path(), other.path());
    report(result, (System.nanoTime() - started) / 1e9);
    if (result.failures() > 0) {
      return Exit.FAILED;
    }
    return result.differences() > 0 ? Exit.DIFFERENT : Exit.OK;
  }

  private int remote(Place one, Place other) {
    if (!one.isLocal() && !other.isLocal()) {
      throw new UsageException("verify between two hosts: run it on one of them");
    }
    SyncOptions options = SyncOptions.defaults().withKeep(keeping.facts());
    try {
      options = options.withSelection(selecting.selection(brick ? Rules.brick() : Rules.NONE));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--files-from: " + e.getMessage());
    }
    try (Mover mover =
        reaching.mover(Options.defaults(), line -> terminal.tell(ByteText.of(line)))) {
      RemoteVerify.Outcome outcome =
          new RemoteVerify(this::differs).run(mover, one, other, options);
      Report report = outcome.report();
      report.failures().forEach(this::failed);
      report(
          new Comparison.Result(
              report.tree().entries(), 0, outcome.differences(), report.failures().size()),
          report.duration().toNanos() / 1e9);
      if (outcome.missing()) {
        failed(
            new Failure(
                Failure.Kind.FILE,
                other.isLocal() ? "here" : other.host(),
                other.path(),
                "No such file or directory"));
        return Exit.FAILED;
      }
      int status = report.exitStatus();
      return status != Exit.OK || outcome.differences() == 0 ? status : Exit.DIFFERENT;
    }
  }

  @Override
  public void differs(Difference difference) {
    String kind = difference.kind().name().toLowerCase(Locale.ROOT);
    if (output.json()) {
      terminal.print(
          Json.event(
              "difference",
              line -> {
                line.field("kind", kind).path(difference.path());
                line.field("detail", difference.detail());
              }));
    } else {
      String path = difference.path().isEmpty() ? "." : ByteText.of(difference.path());
      String detail = ByteText.of(difference.detail());
      terminal.print(path + ": " + kind.replace('_', ' ') + ": " + detail);
    }
  }

  @Override
  public void failed(Failure failure) {
    if (output.json()) {
      terminal.print(
          Json.event(
              "failure",
              line -> {
                line.field("side", failure.side()).path(failure.path());
                line.field("cause", failure.cause());
              }));
    }
    terminal.complain(ByteText.of(failure));
  }

  private void report(Comparison.Result result, double seconds) {
    if (output.json()) {
      terminal.print(
          Json.event(
              "report",
              line ->
                  line.field("entries", result.entries())
                      .field("bytes", result.bytes())
                      .field("differences", result.differences())
                      .field("failures", result.failures())
                      .field("seconds", seconds)));
    } else if (!output.quiet()) {
      terminal.tell(
          String.format(
              Locale.ROOT,
              "compared %d entries and %s in %s: %s",
              result.entries(),
              Amounts.bytes(result.bytes()),
              Amounts.time(seconds),
              result.differences() == 0 ? "no difference" : result.differences() + " differences"));
    }
  }
}
