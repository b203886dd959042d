package io.sluice.mover.cli;

import io.sluice.mover.Progress;

/**
 * How fast a transfer is now and when it will be done, from the states seen. The rate is an average
 * that forgets with a half-life of about two seconds, so that it neither jumps nor lags; what was
 * resumed is no speed.
 */
final class Pace {
  private static final double MEMORY_SECONDS = 3;

  private long bytes;
  private long nanos;
  private double rate = -1;

  /** Takes in a state. */
  void see(Progress progress) {
    long moved = progress.bytes() - progress.resumedBytes();
    double seconds = (progress.nanos() - nanos) / 1e9;
    if (seconds <= 0) {
      return;
    }
    double now = Math.max(0, moved - bytes) / seconds;
    if (rate < 0) {
      rate = now;
    } else {
      rate = now + (rate - now) * Math.exp(-seconds / MEMORY_SECONDS);
    }
    bytes = moved;
    nanos = progress.nanos();
  }

  /** Content bytes a second. */
  double bytesPerSecond() {
    return Math.max(0, rate);
  }

  /** Seconds that are left at this rate, or -1 where nobody can say. */
  double secondsLeft(Progress progress) {
    long left = progress.totalBytes() - progress.bytes();
    return left < 0 || rate < 1 ? -1 : left / rate;
  }

  /** {@code 512 MiB of 1.00 GiB, 50 %, 1.21 GiB/s, 0.42 s left, 8 streams}. */
  String describe(Progress progress) {
    switch (progress.phase()) {
      case CONNECTING -> {
        return "connecting";
      }
      case CHECKING -> {
        return "checking what is there";
      }
      default -> {}
    }
    StringBuilder text = new StringBuilder(80);
    text.append(Amounts.bytes(progress.bytes()));
    if (progress.totalBytes() > 0) {
      text.append(" of ").append(Amounts.bytes(progress.totalBytes())).append(", ");
      text.append((int) Math.min(100, progress.bytes() * 100.0 / progress.totalBytes()));
      text.append(" %");
    }
    if (progress.totalFiles() > 1) {
      text.append(", ").append(progress.files()).append(" of ").append(progress.totalFiles());
      text.append(" files");
    }
    if (progress.phase() == Progress.Phase.COMPLETING) {
      return text.append(", writing to disk").toString();
    }
    text.append(", ").append(Amounts.rate(bytesPerSecond()));
    double left = secondsLeft(progress);
    if (left >= 0) {
      text.append(", ").append(Amounts.time(left)).append(" left");
    }
    text.append(", ").append(progress.streams());
    return text.append(progress.streams() == 1 ? " stream" : " streams").toString();
  }
}
