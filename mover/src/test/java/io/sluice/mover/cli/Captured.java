package io.sluice.mover.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A terminal that remembers. */
final class Captured {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal;

  Captured(boolean watched) {
    terminal = new Terminal(out, err, watched, 80);
  }

  Terminal terminal() {
    return terminal;
  }

  int run(String... args) {
    return Main.run(args, terminal);
  }

  String out() {
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  String err() {
    return err.toString(StandardCharsets.ISO_8859_1);
  }
}
