package io.sluice.mover.cli;

import picocli.CommandLine.Option;

/** How a command talks: options that all of them have. */
final class Output {
  @SuppressWarnings("unused") // picocli asks the option, not the field
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  @Option(
      names = "--json",
      description = "For programs: one JSON object a line on standard output, the report last.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing but errors.")
  private boolean quiet;

  @Option(
      names = "--progress",
      negatable = true,
      description =
          "Show progress even with --quiet, or never. As it is, a bar on a terminal, a line every"
              + " five seconds elsewhere, an event a second with --json.")
  private Boolean progress;

  @Option(names = "--debug", description = "Show where in the program an error came from.")
  private boolean debug;

  boolean json() {
    return json;
  }

  boolean quiet() {
    return quiet;
  }

  boolean debug() {
    return debug;
  }

  /** The view that the options and the terminal ask for. */
  ProgressView progressOn(Terminal terminal) {
    boolean shown = progress == null ? !quiet : progress;
    if (!shown) {
      return ProgressView.NONE;
    }
    if (json) {
      return new ProgressEvents(terminal);
    }
    return terminal.isWatched() ? new ProgressBar(terminal) : new ProgressLines(terminal);
  }
}
