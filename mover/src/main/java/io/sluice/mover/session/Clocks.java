package io.sluice.mover.session;

import io.sluice.mover.wire.Spent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Adds up where one side's time goes: each stream adds to the same sums. */
final class Clocks {
  final LongAdder disk = new LongAdder();
  final LongAdder wire = new LongAdder();
  final LongAdder idle = new LongAdder();
  final LongAdder limited = new LongAdder();
  final LongAdder completing = new LongAdder();
  final LongAdder wireBytes = new LongAdder();
  final AtomicInteger streams = new AtomicInteger();
  private final long start = System.nanoTime();
  private final long cpuAtStart = cpuNanos();

  Spent spent() {
    return new Spent(
        streams.get(),
        System.nanoTime() - start,
        disk.sum(),
        wire.sum(),
        idle.sum(),
        limited.sum(),
        completing.sum(),
        cpuNanos() - cpuAtStart,
        Runtime.getRuntime().availableProcessors(),
        wireBytes.sum());
  }

  /**
   * Processor time of this process, user and system, in steps of 10 ms: fields 14 and 15 of {@code
   * /proc/self/stat} in ticks of 1/100 s (proc_pid_stat(5)). The JDK's bean says the same but takes
   * longer to load than a small copy takes.
   */
  static long cpuNanos() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10_000_000L;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
