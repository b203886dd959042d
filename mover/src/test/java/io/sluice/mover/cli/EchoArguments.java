package io.sluice.mover.cli;

/** Prints the JVM's encoding of names, and its arguments as the command takes them. */
final class EchoArguments {
  private EchoArguments() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    terminal.print(System.getProperty("sun.jnu.encoding"));
    for (String argument : RawArguments.of(args)) {
      terminal.print(argument);
    }
  }
}
