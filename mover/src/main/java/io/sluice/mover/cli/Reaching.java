package io.sluice.mover.cli;

import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import java.nio.file.Path;
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

  /** A mover with these options. */
  Mover mover(Options options) {
    if (port < 1 || port > 65535) {
      throw new UsageException("--port: from 1 to 65535");
    }
    Tokens tokens =
        new Tokens(
            tokenFile == null ? null : Path.of(ByteText.decoded(tokenFile)), System.getenv());
    Mover.Builder builder = Mover.builder().options(options).port(port).tokens(tokens::forPlace);
    return rsh == null ? builder.build() : builder.rsh(ByteText.decoded(rsh)).build();
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
