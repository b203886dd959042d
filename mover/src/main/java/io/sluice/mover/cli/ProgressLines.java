package io.sluice.mover.cli;

import io.sluice.mover.Progress;

/** For logs: a line every five seconds. */
final class ProgressLines implements ProgressView {
  private final Terminal terminal;
  private final Pace pace = new Pace();

  ProgressLines(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public long everyMillis() {
    return 5000;
  }

  @Override
  public void show(Progress progress) {
    pace.see(progress);
    terminal.tell(pace.describe(progress));
  }
}
