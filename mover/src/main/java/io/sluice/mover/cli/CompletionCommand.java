package io.sluice.mover.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the script that completes words in a shell. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes mover's commands and options.",
      "Bash and zsh: source <(mover completion)"
    })
final class CompletionCommand implements Runnable {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @SuppressWarnings("unused") // picocli asks the option, not the field
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    terminal.print(AutoComplete.bash("mover", spec.root().commandLine()).stripTrailing());
  }
}
