package io.sluice.mover.cli;

import io.sluice.mover.Progress;

/** For people at a terminal: one line that is painted over, with a bar where there is room. */
final class ProgressBar implements ProgressView {
  private static final int BAR = 20;

  private final Terminal terminal;
  private final Pace pace = new Pace();

  ProgressBar(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public long everyMillis() {
    return 200;
  }

  @Override
  public void show(Progress progress) {
    pace.see(progress);
    String text = pace.describe(progress);
    if (progress.totalBytes() > 0 && text.length() + BAR + 4 < terminal.columns()) {
      int full = (int) Math.min(BAR, progress.bytes() * BAR / progress.totalBytes());
      text = "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] " + text;
    }
    terminal.bar(text);
  }

  @Override
  public void end() {
    terminal.clearBar();
  }
}
