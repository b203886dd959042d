// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * {@code bin/bench-ucx [--rounds N] [--check]}: prints the medians of all contestants; with {@code
 * --check} it ends with status 1 where one of the transport's targets is missed.
 */
public final class UcxBenchmark {
  private static final int TURN_MILLIS = 250;
  private static final int ONE_WAY_BYTES = 256 << 20;
  private static final int SMALL_ONE_WAY_BYTES = 64 << 20;

  private static final List<Turn> TURNS =
      List.of(
          Turn.pingPong(64, TURN_MILLIS),
          Turn.pingPong(1 << 10, TURN_MILLIS),
          Turn.pingPong(8 << 10, TURN_MILLIS),
          Turn.oneWay(8 << 10, SMALL_ONE_WAY_BYTES),
          Turn.oneWay(256 << 10, ONE_WAY_BYTES),
          Turn.oneWay(1 << 20, ONE_WAY_BYTES),
          Turn.oneWay(8 << 20, ONE_WAY_BYTES));

  private static final String UCX_SPINNING = "ucx, spinning";
  private static final String UCX_WAITING = "ucx, waiting";
  private static final String RAW_SPINNING = "JUCX, spinning";

  private final Map<Turn, Map<String, List<Processes.Taken>>> figures = new LinkedHashMap<>();
  private final List<Processes> contestants = new ArrayList<>();

  private UcxBenchmark() {}

  /** See the class. */
  public static void main(String[] args) throws IOException {
    int rounds = 5;
    boolean check = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--check" -> check = true;
        case "--rounds" -> rounds = Integer.parseInt(args[++i]);
        default -> {
          System.err.println("usage: bench-ucx [--rounds N] [--check]");
          System.exit(2);
        }
      }
    }
    UcxBenchmark benchmark = new UcxBenchmark();
    try {
      benchmark.start();
      // The first round warms the compilers.
      for (int round = 0; round <= rounds; round++) {
        benchmark.round(round > 0);
      }
    } finally {
      benchmark.contestants.forEach(Processes::close);
    }
    benchmark.print();
    if (check && !benchmark.check()) {
      System.exit(1);
    }
  }

  private void start() throws IOException {
    String trusted = "-Dio.sluice.transport.ucx.trusted=127.0.0.0/8";
    String spin = "-Dio.sluice.transport.ucx.spin=";
    add(UCX_SPINNING, List.of(trusted, spin + "always"), "ucx");
    add("ucx", List.of(trusted, spin + "adaptive"), "ucx");
    add(UCX_WAITING, List.of(trusted, spin + "never"), "ucx");
    add("epoll", List.of(), "epoll");
    add("nio", List.of(), "nio");
    add(RAW_SPINNING, List.of(), "raw", "spin");
    add("JUCX, waiting", List.of(), "raw", "wait");
  }

  private void add(String name, List<String> properties, String... arguments) throws IOException {
    contestants.add(new Processes(name, properties, List.of(arguments)));
  }

  private void round(boolean counts) throws IOException {
    for (Turn turn : TURNS) {
      for (Processes contestant : contestants) {
        Processes.Taken taken = contestant.take(turn);
        if (counts) {
          figures
              .computeIfAbsent(turn, t -> new HashMap<>())
              .computeIfAbsent(contestant.name(), n -> new ArrayList<>())
              .add(taken);
        }
      }
    }
  }

  private double median(Turn turn, String name, ToDoubleFunction<Processes.Taken> what) {
    double[] sorted = figures.get(turn).get(name).stream().mapToDouble(what).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private void print() {
    List<String> names = contestants.stream().map(Processes::name).toList();
    row("µs a round trip; MB/s one way", names);
    row("---", names.stream().map(n -> "---:").toList());
    for (Turn turn : TURNS) {
      row(turn.title(), names.stream().map(name -> speed(turn, name)).toList());
    }
    System.out.println();
    row("heap a message, client + server, bytes", names);
    row("---", names.stream().map(n -> "---:").toList());
    for (Turn turn : TURNS) {
      row(turn.title(), names.stream().map(name -> heap(turn, name)).toList());
    }
    System.out.println();
  }

  private static void row(String first, List<String> cells) {
    System.out.println("| " + first + " | " + String.join(" | ", cells) + " |");
  }

  private String speed(Turn turn, String name) {
    return turn.pingPong()
        ? String.format(Locale.ROOT, "%.1f", median(turn, name, Processes.Taken::micros))
        : String.format(Locale.ROOT, "%.0f", median(turn, name, Processes.Taken::megabytes));
  }

  private String heap(Turn turn, String name) {
    return String.format(
        Locale.ROOT,
        "%.0f + %.0f",
        median(turn, name, Processes.Taken::clientHeap),
        median(turn, name, Processes.Taken::serverHeap));
  }

  /** The targets, each against figures of the same run. */
  private boolean check() {
    Turn small = TURNS.get(0);
    double spinning = median(small, UCX_SPINNING, Processes.Taken::micros);
    double waiting = median(small, UCX_WAITING, Processes.Taken::micros);
    double epoll = median(small, "epoll", Processes.Taken::micros);
    double raw = median(small, RAW_SPINNING, Processes.Taken::micros);
    boolean good =
        atMost("64 B round trip, spinning, against a quarter of epoll's", spinning, epoll / 4);
    good &= atMost("64 B round trip, spinning, against twice raw JUCX's", spinning, 2 * raw);
    good &= atMost("64 B round trip, waiting, against epoll's", waiting, epoll);
    for (Turn bulk : List.of(TURNS.get(4), TURNS.get(5))) {
      good &=
          atMost(
              bulk.title() + ": twice epoll's MB/s against ucx's",
              2 * median(bulk, "epoll", Processes.Taken::megabytes),
              median(bulk, "ucx", Processes.Taken::megabytes));
    }
    for (Turn turn : TURNS.subList(0, 4)) {
      good &=
          atMost(
              turn.title() + ": heap of the client for a message",
              median(turn, "ucx", Processes.Taken::clientHeap),
              256);
    }
    return good;
  }

  private static boolean atMost(String what, double value, double limit) {
    boolean good = value <= limit;
    System.out.printf(
        Locale.ROOT, "%s %s: %.1f, at most %.1f%n", good ? "ok  " : "MISS", what, value, limit);
    return good;
  }
}
