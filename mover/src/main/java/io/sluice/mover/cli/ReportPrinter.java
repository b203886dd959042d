package io.sluice.mover.cli;

import io.sluice.mover.Failure;
import io.sluice.mover.Report;
import io.sluice.mover.TreeCounts;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Prints a report: two or three lines for people, or the last JSON object. */
final class ReportPrinter {
  private final Terminal terminal;
  private final Output output;
  private final boolean dryRun;

  ReportPrinter(Terminal terminal, Output output) {
    this(terminal, output, false);
  }

  /** {@code dryRun}: whether nothing was done, only foretold. */
  ReportPrinter(Terminal terminal, Output output, boolean dryRun) {
    this.terminal = terminal;
    this.output = output;
    this.dryRun = dryRun;
  }

  void print(Report report) {
    printTroubles(report);
    if (output.json()) {
      terminal.print(event(report));
    } else if (!output.quiet()) {
      forPeople(report);
    }
  }

  /** Warnings and failures, to standard error. */
  void printTroubles(Report report) {
    // A destination that can't be used fails each of several sources in the same words.
    Set<String> lines = new LinkedHashSet<>();
    for (String warning : report.warnings()) {
      lines.add("warning: " + ByteText.of(warning));
    }
    for (Failure failure : report.failures()) {
      boolean mild = failure.kind() == Failure.Kind.VANISHED;
      if (failure.kind() != Failure.Kind.CANCELLED) {
        lines.add((mild ? "warning: " : "") + ByteText.of(failure));
      }
    }
    lines.forEach(terminal::complain);
  }

  private void forPeople(Report report) {
    if (report.files() == 0 && report.bytes() == 0 && !report.failures().isEmpty()) {
      return;
    }
    if (dryRun) {
      terminal.print(foretold(report));
      return;
    }
    terminal.print(summary(report));
    if (report.bytes() > 0) {
      terminal.print(ByteText.of(waited(report)));
    }
    String exceptions = exceptions(report);
    if (!exceptions.isEmpty()) {
      terminal.print(exceptions);
    }
  }

  /** {@code nothing was done: 2 new, 1 deleted; of 30 entries, compared in 0.30 s}. */
  static String foretold(Report report) {
    String changes = changes(report.tree());
    return "nothing was done in this dry run; it would be: "
        + (changes.isEmpty() ? "nothing" : changes)
        + ", of "
        + entries(report.tree().entries())
        + " compared in "
        + Amounts.time(report.duration().toNanos() / 1e9);
  }

  private static String entries(long count) {
    return count + (count == 1 ? " entry" : " entries");
  }

  /** {@code 2 new, 1 replaced, 3 with other metadata, 1 deleted}, or empty. */
  static String changes(TreeCounts tree) {
    StringBuilder text = new StringBuilder();
    count(text, tree.created(), " new");
    count(text, tree.replaced(), " replaced");
    count(text, tree.metadata(), " with other metadata");
    count(text, tree.deleted(), " deleted");
    return text.toString();
  }

  private static void count(StringBuilder text, long count, String what) {
    if (count > 0) {
      text.append(text.isEmpty() ? "" : ", ").append(count).append(what);
    }
  }

  /** {@code copied 1.00 GiB in 0.85 s, 1.21 GiB/s, 8 streams, epoll (because …)}. */
  static String summary(Report report) {
    StringBuilder text = new StringBuilder();
    text.append(report.exitStatus() == 0 ? "copied " : "incomplete: copied ");
    text.append(Amounts.bytes(report.bytes()));
    if (report.files() != 1) {
      text.append(" in ").append(report.files()).append(" files");
    }
    text.append(" in ").append(Amounts.time(report.duration().toNanos() / 1e9));
    long moved = report.bytes() - report.resumedBytes();
    if (report.resumedBytes() > 0) {
      text.append(", of which ").append(Amounts.bytes(moved)).append(" moved");
    }
    if (moved > 0) {
      text.append(report.resumedBytes() > 0 ? " at " : ", ");
      text.append(Amounts.rate(report.bytesPerSecond()));
    }
    if (report.streams() > 0) {
      text.append(", ").append(report.streams());
      text.append(report.streams() == 1 ? " stream" : " streams");
    }
    text.append(", ").append(ByteText.of(report.transport()));
    if (!report.reason().isEmpty()) {
      text.append(", because ").append(ByteText.of(report.reason()));
    }
    return text.toString();
  }

  /**
   * {@code bottleneck: destination disk (writes took 81 % of the time); link ib0 at 26 % of 40
   * Gb/s}.
   */
  static String waited(Report report) {
    StringBuilder text = new StringBuilder("bottleneck: ").append(report.bottleneck().text());
    double seconds = report.duration().toNanos() / 1e9;
    for (Report.Rail rail : report.rails()) {
      if (rail.bitsPerSecond() > 0 && seconds > 0 && !rail.link().isEmpty()) {
        long percent = Math.round(rail.bytes() * 800.0 / seconds / rail.bitsPerSecond());
        text.append("; link ").append(rail.link()).append(" at ").append(percent);
        text.append(" % of ").append(bits(rail.bitsPerSecond()));
      }
    }
    return text.toString();
  }

  /** What was out of the ordinary, or empty. */
  static String exceptions(Report report) {
    StringBuilder text = new StringBuilder(changes(report.tree()));
    count(text, report.tree().same(), " unchanged");
    if (report.resumedBytes() > 0) {
      add(text, Amounts.bytes(report.resumedBytes()) + " was there already");
    }
    if (report.skipped() > 0 && report.tree().entries() == 0) {
      add(text, report.skipped() + " skipped");
    }
    if (report.retries() > 0) {
      add(text, report.retries() + (report.retries() == 1 ? " reconnection" : " reconnections"));
    }
    if (report.corruptExtents() > 0) {
      add(text, report.corruptExtents() + " extents arrived damaged and were sent again");
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String what) {
    text.append(text.isEmpty() ? "" : "; ").append(what);
  }

  private static String bits(long perSecond) {
    return perSecond >= 1_000_000_000
        ? trim(perSecond / 1e9) + " Gb/s"
        : trim(perSecond / 1e6) + " Mb/s";
  }

  private static String trim(double value) {
    String text = Amounts.decimals(value, 1);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** The last line of {@code --json}. */
  static String event(Report report) {
    return Json.event(
        "report",
        json ->
            json.field("exit", report.exitStatus())
                .field("transport", report.transport())
                .field("reason", report.reason())
                .field("travelled", report.path())
                .field("tuning", report.tuning())
                .field("bytes", report.bytes())
                .field("wire_bytes", report.wireBytes())
                .field("resumed_bytes", report.resumedBytes())
                .field("seconds", report.duration().toNanos() / 1e9)
                .field("bytes_per_second", Math.round(report.bytesPerSecond()))
                .field("streams", report.streams())
                .array("rails", report.rails(), ReportPrinter::rail)
                .object("bottleneck", bottleneck -> bottleneck(bottleneck, report.bottleneck()))
                .field("files", report.files())
                .field("skipped", report.skipped())
                .field("corrupt_extents", report.corruptExtents())
                .field("retries", report.retries())
                .field("cpu_seconds", report.cpuSeconds())
                .object("tree", tree -> tree(tree, report.tree()))
                .strings("warnings", report.warnings())
                .array("failures", report.failures(), ReportPrinter::failure));
  }

  private static void tree(Json json, TreeCounts tree) {
    json.field("entries", tree.entries())
        .field("created", tree.created())
        .field("replaced", tree.replaced())
        .field("metadata", tree.metadata())
        .field("deleted", tree.deleted())
        .field("unchanged", tree.same());
  }

  private static void rail(Json json, Report.Rail rail) {
    json.field("local", rail.local())
        .field("remote", rail.remote())
        .field("link", rail.link())
        .field("bits_per_second", rail.bitsPerSecond())
        .field("bytes", rail.bytes());
  }

  private static void bottleneck(Json json, Report.Bottleneck bottleneck) {
    json.field("stage", bottleneck.stage().name().toLowerCase(Locale.ROOT))
        .field("share", bottleneck.share())
        .field("text", bottleneck.text());
  }

  private static void failure(Json json, Failure failure) {
    json.field("kind", failure.kind().name().toLowerCase(Locale.ROOT))
        .field("side", failure.side());
    if (failure.path() != null) {
      json.path(failure.path());
    }
    json.field("cause", failure.cause());
  }
}
