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
import java.util.ArrayList;
import java.util.List;
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
      "Compare two folders with all that is in them, of which one may be on another host, or two"
          + " files of this one: content, owners, permissions,"
          + " times, links, extended attributes and ACLs. List what differs; change nothing.",
      "Exit status: 0 all is equal; 5 something differs; 1 something could not be read."
    })
final class VerifyCommand implements Callable<Integer>, Comparison.Listener {
  /** Each side reads its own, and tells no count. */
  private static final long UNCOUNTED = -1;

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "FIRST", description = "A folder, or a file of this host.")
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
      List<Failure> failures = new ArrayList<>(report.failures());
      if (outcome.missing()) {
        String side = other.isLocal() ? "here" : other.host();
        failures.add(
            new Failure(Failure.Kind.FILE, side, other.path(), "No such file or directory"));
      }
      failures.forEach(this::failed);
      long compared = outcome.missing() ? 0 : report.tree().entries();
      report(
          new Comparison.Result(compared, UNCOUNTED, outcome.differences(), failures.size()),
          report.duration().toNanos() / 1e9);
      if (report.exitStatus() != Exit.OK) {
        return report.exitStatus();
      }
      if (outcome.missing()) {
        return Exit.FAILED;
      }
      return outcome.differences() > 0 ? Exit.DIFFERENT : Exit.OK;
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
                line.field("side", failure.side());
                if (failure.path() != null) {
                  line.path(failure.path());
                }
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
              line -> {
                line.field("entries", result.entries());
                if (result.bytes() != UNCOUNTED) {
                  line.field("bytes", result.bytes());
                }
                line.field("differences", result.differences())
                    .field("failures", result.failures())
                    .field("seconds", seconds);
              }));
    } else if (!output.quiet()) {
      terminal.tell(summary(result, seconds));
    }
  }

  /** Says "no difference" only where all could be compared. */
  private static String summary(Comparison.Result result, double seconds) {
    String entries = counted(result.entries(), "entry", "entries");
    if (result.entries() == 0 && result.failures() > 0) {
      return "nothing was compared";
    }
    StringBuilder text = new StringBuilder("compared ").append(entries);
    if (result.bytes() != UNCOUNTED) {
      text.append(" and ").append(Amounts.bytes(result.bytes()));
    }
    text.append(" in ").append(Amounts.time(seconds)).append(": ");
    if (result.failures() == 0 && result.differences() == 0) {
      return text.append("no difference").toString();
    }
    text.append(counted(result.differences(), "difference", "differences"));
    if (result.failures() > 0) {
      text.append(", and not all could be compared");
    }
    return text.toString();
  }

  private static String counted(long number, String one, String several) {
    return number + " " + (number == 1 ? one : several);
  }
}
