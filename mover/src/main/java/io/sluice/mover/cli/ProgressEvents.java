package io.sluice.mover.cli;

import io.sluice.mover.Progress;
import java.util.Locale;

/** For programs: an event a second. */
final class ProgressEvents implements ProgressView {
  private final Terminal terminal;
  private final Pace pace = new Pace();

  ProgressEvents(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public long everyMillis() {
    return 1000;
  }

  @Override
  public void show(Progress progress) {
    pace.see(progress);
    terminal.print(
        Json.event(
            "progress",
            json ->
                json.field("phase", progress.phase().name().toLowerCase(Locale.ROOT))
                    .field("bytes", progress.bytes())
                    .field("total_bytes", progress.totalBytes())
                    .field("resumed_bytes", progress.resumedBytes())
                    .field("files", progress.files())
                    .field("total_files", progress.totalFiles())
                    .field("streams", progress.streams())
                    .field("seconds", progress.nanos() / 1e9)
                    .field("bytes_per_second", Math.round(pace.bytesPerSecond()))
                    .field("seconds_left", Math.round(pace.secondsLeft(progress)))));
  }
}
