package io.sluice.mover.cli;

import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Token;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How another host is reached: options of every command that goes to one. */
final class Reaching {
  @Option(names = "--port", paramLabel = "PORT", description = "Port of daemons; 7420 as it is.")
  private int port = MoverServer.PORT;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token of the daemon. Else MOVER_TOKEN, ~/.config/sluice/tokens/HOST,"
              + " ~/.config/sluice/token; where none is there, ssh is used.")
  private String tokenFile;

  @Option(
      names = "--rsh",
      paramLabel = "COMMAND",
      description = "Go by this in place of ssh, even where a daemon runs: \"ssh -p 2222\".")
  private String rsh;

  @Option(
      names = "--remote-mover",
      paramLabel = "PROGRAM",
      description = "What ssh starts on the other host; mover as it is.")
  private String remoteMover;

  /**
   * A mover with these options.
   *
   * @param messages gets what the other host says while ssh runs
   */
  Mover mover(Options options, Consumer<String> messages) {
    if (port < 1 || port > 65535) {
      throw new UsageException("--port: from 1 to 65535");
    }
    Tokens tokens =
        new Tokens(
            tokenFile == null ? null : Path.of(ByteText.decoded(tokenFile)), System.getenv());
    Mover.Builder builder =
        Mover.builder()
            .options(options)
            .port(port)
            .tokens(place -> token(tokens, place))
            .messages(messages);
    if (rsh != null) {
      builder.rsh(ByteText.decoded(rsh));
    }
    if (remoteMover != null) {
      builder.remoteMover(ByteText.decoded(remoteMover));
    }
    return builder.build();
  }

  private static Token token(Tokens tokens, Place place) {
    try {
      return tokens.forPlace(place);
    } catch (UsageException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The place that an argument names. */
  static Place place(String argument) {
    try {
      return Place.parse(ByteText.bytes(argument));
    } catch (IllegalArgumentException e) {
      throw new UsageException(ByteText.of(e.getMessage()));
    }
  }
}
