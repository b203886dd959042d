package io.sluice.mover.cli;

import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Delta;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What is made of files that differ from their sources in part. */
final class Differing {
  @Option(
      names = "--delta",
      paramLabel = "KIND",
      description =
          "What is not sent of a file from 1 MiB on that replaces an older one: blocks of 16 KiB"
              + " that are the same at the same place (blocks), pieces that are the same wherever"
              + " they were (rolling), or nothing is left out (none). As it is: blocks over a"
              + " network, none within one host.")
  private String kind;

  @Option(
      names = {"-W", "--whole-file"},
      description = "The same as --delta none.")
  private boolean whole;

  @Option(
      names = "--in-place",
      description =
          "Write what differs into the older file itself, instead of a new one that is renamed."
              + " Needs no room for two, but an error half-way leaves a file that is neither old"
              + " nor new, other names of it change too, and nobody else may write to it"
              + " meanwhile.")
  private boolean inPlace;

  SyncOptions in(SyncOptions options) {
    Delta delta = whole ? Delta.NONE : delta();
    if (whole && kind != null && delta() != Delta.NONE) {
      throw new UsageException("--whole-file: not with --delta " + kind);
    }
    if (inPlace && options.earlier().keeps()) {
      throw new UsageException("--in-place: not with --backup, for which nothing would be left");
    }
    try {
      return options.withDelta(delta, inPlace);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--in-place: " + e.getMessage());
    }
  }

  private Delta delta() {
    if (kind == null) {
      return Delta.AUTO;
    }
    return switch (kind.toLowerCase(Locale.ROOT)) {
      case "none" -> Delta.NONE;
      case "blocks" -> Delta.BLOCKS;
      case "rolling" -> Delta.ROLLING;
      default -> throw new UsageException("--delta: blocks, rolling or none, not " + kind);
    };
  }
}
