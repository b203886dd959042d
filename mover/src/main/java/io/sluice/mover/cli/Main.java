package io.sluice.mover.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The {@code mover} command. */
@Command(
    name = "mover",
    description = "Moves files between hosts as fast as the wire allows: checked, resumable.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "'mover COMMAND --help' tells more of a command.",
      "Exit status: 0 all there; 1 something failed, and was listed; 2 usage; 3 cannot",
      "connect, authenticate, or use the transport that was required; 4 verification",
      "failed for good; 130 and 143 on SIGINT and SIGTERM."
    })
public final class Main implements Runnable {
  private final Terminal terminal;

  @Option(
      names = {"-V", "--version"},
      description = "Print the version and exit.")
  private boolean version;

  @SuppressWarnings("unused") // picocli asks the option, not the field
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private Main(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    LibraryLog.keepQuiet(args);
    System.exit(run(RawArguments.of(args), Terminal.ofProcess()));
  }

  /**
   * Runs the command.
   *
   * @param args each char one byte
   * @return the exit status
   */
  static int run(String[] args, Terminal terminal) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      // Scripts ask this often, and it needs none of picocli's start.
      terminal.print(Version.line());
      return Exit.OK;
    }
    return commandLine(terminal).execute(args);
  }

  /** The whole command line: a line here for each command. */
  static CommandLine commandLine(Terminal terminal) {
    CommandLine line = new CommandLine(new Main(terminal));
    line.addSubcommand(new CopyCommand(terminal));
    line.addSubcommand(new SyncCommand(terminal));
    line.addSubcommand(new ServeCommand(terminal));
    line.addSubcommand(new DemoCommand(terminal));
    line.addSubcommand(new CompletionCommand(terminal));
    line.setOut(terminal.printer());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setAbbreviatedOptionsAllowed(false);
    line.setUsageHelpAutoWidth(false);
    line.setExpandAtFiles(false);
    line.setInterpolateVariables(false);
    line.setParameterExceptionHandler((e, args) -> usage(terminal, e));
    line.setExecutionExceptionHandler(
        (e, where, result) -> Problems.tell(terminal, e, result.hasMatchedOption("--debug")));
    return line;
  }

  private static int usage(Terminal terminal, ParameterException e) {
    terminal.complain(String.valueOf(e.getMessage()));
    terminal.tell("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return Exit.USAGE;
  }

  @Override
  public void run() {
    if (version) {
      terminal.print(Version.line());
    } else {
      throw new UsageException("a command is missing: copy, sync, serve, demo; see 'mover --help'");
    }
  }
}
