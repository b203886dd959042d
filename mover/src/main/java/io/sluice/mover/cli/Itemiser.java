package io.sluice.mover.cli;

import io.sluice.mover.SyncListener;
import java.util.Locale;

/** Prints a line for each entry to which something is done. */
final class Itemiser implements SyncListener {
  private final Terminal terminal;
  private final boolean json;

  Itemiser(Terminal terminal, boolean json) {
    this.terminal = terminal;
    this.json = json;
  }

  @Override
  public void entry(Result result) {
    if (result.change() == Change.SAME) {
      return;
    }
    String change = result.change().name().toLowerCase(Locale.ROOT);
    String type = result.type() == null ? "-" : String.valueOf(result.type().letter());
    if (json) {
      terminal.print(
          Json.event(
              "entry",
              line -> {
                line.field("change", change).field("type", type);
                line.path(result.path());
              }));
    } else {
      String name = result.path().isEmpty() ? "." : ByteText.of(result.path());
      terminal.print(String.format(Locale.ROOT, "%-9s%s %s", change, type, name));
    }
  }
}
