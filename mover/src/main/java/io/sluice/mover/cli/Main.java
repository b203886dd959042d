package io.sluice.mover.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
      "failed for good; 5 verify found differences; 130 and 143 on SIGINT and SIGTERM."
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
    return commandLine(terminal, args).execute(args);
  }

  /** A line here for each command. */
  private static Map<String, Object> commands(Terminal terminal, Predicate<String> wanted) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("copy", () -> new CopyCommand(terminal));
    all.put("sync", () -> new SyncCommand(terminal));
    all.put("verify", () -> new VerifyCommand(terminal));
    all.put("serve", () -> new ServeCommand(terminal));
    all.put("demo", () -> new DemoCommand(terminal));
    all.put("completion", () -> new CompletionCommand(terminal));
    Map<String, Object> made = new LinkedHashMap<>();
    boolean one = all.keySet().stream().anyMatch(wanted);
    all.forEach(
        (name, command) -> {
          if (!one || wanted.test(name)) {
            made.put(name, command.get());
          }
        });
    return made;
  }

  /** The command line of the command that {@code args} begin with, or else of all. */
  private static CommandLine commandLine(Terminal terminal, String[] args) {
    // Reading a command's annotations costs milliseconds: only those of the one that runs.
    String name = args.length > 0 && !args[0].equals("completion") ? args[0] : "";
    CommandLine line = new CommandLine(new Main(terminal));
    commands(terminal, name::equals).values().forEach(line::addSubcommand);
    line.setOut(terminal.printer());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setAbbreviatedOptionsAllowed(false);
    line.setUsageHelpAutoWidth(false);
    line.setExpandAtFiles(false);
    line.setInterpolateVariables(false);
    line.setParameterExceptionHandler((e, rest) -> usage(terminal, e));
    line.setExecutionExceptionHandler(
        (e, where, result) ->
            Problems.tell(terminal, e, where.getParseResult().hasMatchedOption("--debug")));
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
      throw new UsageException(
          "a command is missing: copy, sync, verify, serve, demo; see 'mover --help'");
    }
  }
}
