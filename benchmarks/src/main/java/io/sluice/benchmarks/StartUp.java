// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the mover's command costs before it moves anything, and the memory that it may take. */
final class StartUp {
  private static final String TINY = "tiny";
  private static final String LARGE = "large";
  private static final Pattern MAX_HEAP = Pattern.compile("MaxHeapSize=(\\d+)");
  private static final int SIGQUIT = 3;
  private static final double MIB = 1 << 20;

  private final Lab lab;
  private final Meter meter;
  private final TestFiles files;
  private final MoverTool mover;

  StartUp(Lab lab, Meter meter, TestFiles files, MoverTool mover) {
    this.lab = lab;
    this.meter = meter;
    this.files = files;
    this.mover = mover;
  }

  void run(Markdown report, Floors floors) {
    Progress.say("start-up and memory");
    Network network = Network.make(lab, Network.Kind.LOOPBACK);
    Series version = new Series();
    for (int i = 0; i < 7; i++) {
      version.add(meter.run(network.client(), mover.version()));
    }
    files.make(TINY, 1024);
    try (Daemon daemon = mover.serve(lab, network.server(), files.copies())) {
      Series tiny = new Series();
      copy(network, TINY);
      for (int i = 0; i < 7; i++) {
        tiny.add(copy(network, TINY));
      }
      files.clear(LARGE);
      Meter.Running client =
          meter.start(network.client(), mover.copy(lab, network, files, LARGE, 4));
      // The flags can be asked for as soon as the JVM answers; a copy of this size gives it time.
      double clientHeap = maxHeapMib(client.measuredPid());
      long clientPeak = client.await().peakKib();
      files.verify(LARGE, MoverTool.ANY);
      files.clear(LARGE);
      double serverHeap = maxHeapMib(daemon.pid());
      floors.atMost("mover --version", version.medianSeconds(), 0.4, " s");
      floors.atMost("1 KiB to a warm daemon", tiny.medianSeconds(), 0.8, " s");
      floors.atMost("largest heap, client", clientHeap, 64, " MiB");
      floors.atMost("largest heap, daemon", serverHeap, 64, " MiB");
      report
          .heading(3, "Start and memory")
          .table(
              List.of("", "figure"),
              List.of(
                  List.of("`mover --version`", Figure.of(version.medianSeconds()) + " s"),
                  List.of("1 KiB to a warm daemon", Figure.of(tiny.medianSeconds()) + " s"),
                  List.of("largest heap, client", Figure.of(clientHeap) + " MiB"),
                  List.of("largest heap, daemon", Figure.of(serverHeap) + " MiB"),
                  List.of("peak resident, client", Figure.of(clientPeak / 1024.0) + " MiB"),
                  List.of("peak resident, daemon", Figure.of(daemon.peakKib() / 1024.0) + " MiB")));
    }
  }

  private Usage copy(Network network, String file) {
    files.clear(file);
    Usage usage = meter.run(network.client(), mover.copy(lab, network, files, file, 1));
    files.verify(file, MoverTool.ANY);
    return usage;
  }

  // What the JVM itself says that its heap may grow to.
  private static double maxHeapMib(long pid) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    // As long as it lives, but not for ever: a JVM may refuse to be asked.
    for (int i = 0; i < 400 && ProcessHandle.of(pid).isPresent(); i++) {
      if (catchesQuit(pid)) {
        Matcher matcher =
            MAX_HEAP.matcher(
                Shell.attempt(List.of(jcmd.toString(), Long.toString(pid), "VM.flags")).output());
        if (matcher.find()) {
          return Long.parseLong(matcher.group(1)) / MIB;
        }
      }
      Pause.milliseconds(25);
    }
    return Double.NaN;
  }

  // jcmd sends SIGQUIT, which ends a process that is not yet a JVM ready for it. See proc(5),
  // SigCgt: the mask of caught signals, the lowest bit being signal 1.
  private static boolean catchesQuit(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("SigCgt:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >> (SIGQUIT - 1) & 1) == 1);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }
}
