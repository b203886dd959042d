// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One big file, from tmpfs to tmpfs.
 *
 * <p>On each network every way of running every tool copies 1 GiB in each of five rounds: the first
 * table. Then the best way of each tool that a floor is about copies 1 GiB and 4 GiB in each of
 * seven rounds: the steady state, in which start and end do not count. The best of the bare C
 * loop's ways is what the network can do.
 */
final class FileBenchmark implements Benchmark {
  private static final double GIB = 1L << 30;
  private static final String SMALL = "small";
  private static final String LARGE = "large";

  private final Options options;
  private final Lab lab;
  private final Meter meter;
  private final TestFiles files;
  private final Rounds rounds;
  private final MoverTool mover;
  private final List<Tool> tools;
  private final Markdown report = new Markdown();
  private final Floors floors = new Floors();
  private final List<List<String>> steady = new ArrayList<>();

  FileBenchmark(Options options, Lab lab) {
    this.options = options;
    this.lab = lab;
    this.meter = new Meter(lab);
    this.files = new TestFiles(lab.folder());
    this.rounds = new Rounds(files);
    this.mover = new MoverTool(options.mover(lab.repository()));
    this.tools =
        List.of(
            new WireLimit(), new Iperf3(), mover, new GridFtp(), new RsyncDaemon(), new Rclone());
  }

  @Override
  public Markdown report() {
    return report;
  }

  @Override
  public Floors floors() {
    return floors;
  }

  @Override
  public void run() {
    report.heading(2, "One big file").items(Machine.facts());
    long small = options.quick() ? 256L << 20 : 1L << 30;
    files.make(SMALL, small);
    files.make(LARGE, 4 * small);
    List<Tool> ready = new Lineup(options, lab, floors).ready(tools);
    for (Network.Kind kind : options.networks()) {
      compare(Network.make(lab, kind), ready);
    }
    reportSteadyState();
    if (ready.contains(mover)) {
      try {
        new StartUp(lab, meter, files, mover).run(report, floors);
      } catch (BenchmarkException e) {
        lab.rethrowIfClosed(e);
        floors.failed("start and memory", e.getMessage());
      }
    }
    floors.report(report);
  }

  private void compare(Network network, List<Tool> ready) {
    Progress.say(network.name());
    List<Tool.Opened> open = new ArrayList<>();
    try {
      List<Contestant> contestants = new ArrayList<>();
      for (Tool tool : ready) {
        try {
          Tool.Opened opened = tool.open(lab, meter, network, files);
          open.add(opened);
          if (tool == mover) {
            // A daemon that has run for a while is what users have.
            rounds.verified(opened.contestants().get(0), LARGE);
          }
          rounds.warmUp(opened.contestants(), SMALL);
          contestants.addAll(opened.contestants());
        } catch (BenchmarkException e) {
          lab.rethrowIfClosed(e);
          floors.failed(tool.name() + ", " + network.name(), e.getMessage());
          Progress.say("left out: " + tool.name() + ": " + e.getMessage());
        }
      }
      Map<Contestant, Series> single = rounds.run(contestants, SMALL, options.quick() ? 2 : 5);
      reportSingle(network, single);
      compareSteadyState(network, best(single));
    } finally {
      for (Tool.Opened each : open) {
        each.close();
      }
    }
  }

  /** The fastest way of each tool. */
  private static Map<String, Contestant> best(Map<Contestant, Series> series) {
    Map<String, Contestant> best = new LinkedHashMap<>();
    series.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> entry.getValue().medianSeconds()))
        .forEach(entry -> best.putIfAbsent(entry.getKey().tool(), entry.getKey()));
    return best;
  }

  private void reportSingle(Network network, Map<Contestant, Series> series) {
    double gib = files.size(SMALL) / GIB;
    double limit =
        series.entrySet().stream()
            .filter(entry -> entry.getKey().tool().equals(WireLimit.NAME))
            .mapToDouble(entry -> entry.getValue().medianSeconds())
            .min()
            .orElse(Double.NaN);
    List<List<String>> rows = new ArrayList<>();
    series.forEach(
        (contestant, each) ->
            rows.add(
                List.of(
                    contestant.label(),
                    Figure.of(gib / each.medianSeconds()),
                    Figure.of(limit / each.medianSeconds()),
                    Figure.of(each.median(Usage::cpuSeconds) / gib),
                    Figure.of(each.medianSeconds()),
                    Figure.of(each.fastestSeconds()) + " to " + Figure.of(each.slowestSeconds()))));
    report
        .heading(3, Figure.of(gib) + " GiB over " + network.name())
        .paragraph(
            "From the command's start to its exit, daemons warm; medians. CPU is user and system"
                + " seconds per GiB, both ends added.")
        .table(
            List.of("", "GiB/s", "of the best C loop", "CPU s/GiB", "seconds", "from, to"), rows);
  }

  private void compareSteadyState(Network network, Map<String, Contestant> best) {
    List<Contestant> contestants = new ArrayList<>();
    for (String tool : List.of(WireLimit.NAME, MoverTool.NAME, GridFtp.NAME, RsyncDaemon.NAME)) {
      if (best.containsKey(tool)) {
        contestants.add(best.get(tool));
      }
    }
    Map<Contestant, List<Slope>> slopes = slopes(contestants, options.quick() ? 2 : 7);
    List<Slope> limit = slopes.getOrDefault(best.get(WireLimit.NAME), List.of());
    slopes.forEach(
        (contestant, each) ->
            steady.add(
                List.of(
                    network.name() + ": " + contestant.label(),
                    Figure.of(1 / Slope.median(each, Slope::secondsPerGib)),
                    Figure.of(Slope.medianRatio(limit, each, Slope::secondsPerGib)),
                    Figure.of(Slope.median(each, Slope::cpuPerGib)),
                    Figure.of(Slope.medianRatio(each, limit, Slope::cpuPerGib)),
                    Figure.of(Slope.median(each, Slope::wholeSeconds)),
                    Figure.of(Slope.medianRatio(limit, each, Slope::wholeSeconds)))));
    if (best.containsKey(MoverTool.NAME)) {
      judge(network, best, slopes);
    }
  }

  private Map<Contestant, List<Slope>> slopes(List<Contestant> contestants, int count) {
    double more = (files.size(LARGE) - files.size(SMALL)) / GIB;
    Map<Contestant, List<Slope>> slopes = new LinkedHashMap<>();
    contestants.forEach(contestant -> slopes.put(contestant, new ArrayList<>()));
    contestants.forEach(contestant -> rounds.verified(contestant, LARGE));
    for (int round = 0; round < count; round++) {
      for (int i = 0; i < contestants.size(); i++) {
        Contestant contestant = contestants.get((i + round) % contestants.size());
        Usage small = rounds.once(contestant, SMALL);
        Usage large = rounds.once(contestant, LARGE);
        slopes.get(contestant).add(Slope.of(small, large, more));
      }
    }
    return slopes;
  }

  private void judge(
      Network network, Map<String, Contestant> best, Map<Contestant, List<Slope>> slopes) {
    List<Slope> ours = slopes.get(best.get(MoverTool.NAME));
    List<Slope> limit = slopes.getOrDefault(best.get(WireLimit.NAME), List.of());
    String where = network.name() + ": ";
    floors.atLeast(
        where + "throughput, of the C loop",
        Slope.medianRatio(limit, ours, Slope::secondsPerGib),
        0.9);
    floors.atMost(
        where + "CPU, of the C loop", Slope.medianRatio(ours, limit, Slope::cpuPerGib), 1.25, "");
    floors.atLeast(
        where + "cold command, of the C loop",
        Slope.medianRatio(limit, ours, Slope::wholeSeconds),
        0.65);
    floors.atLeast(
        where + "throughput, of GridFTP",
        Slope.medianRatio(
            slopes.getOrDefault(best.get(GridFtp.NAME), List.of()), ours, Slope::secondsPerGib),
        1);
    floors.atLeast(
        where + "throughput, of rsync",
        Slope.medianRatio(
            slopes.getOrDefault(best.get(RsyncDaemon.NAME), List.of()), ours, Slope::secondsPerGib),
        2);
  }

  private void reportSteadyState() {
    report
        .heading(3, "Steady state")
        .paragraph(
            "What a GiB more costs: the time of "
                + Figure.of(files.size(LARGE) / GIB)
                + " GiB less that of "
                + Figure.of(files.size(SMALL) / GIB)
                + " GiB, each tool by its best way of the tables above. Ratios are medians of the"
                + " rounds' ratios. The last two columns are the whole of the larger copy, from the"
                + " command's start to its exit.")
        .table(
            List.of(
                "",
                "GiB/s",
                "of the C loop",
                "CPU s/GiB",
                "of the C loop",
                "whole, s",
                "of the C loop"),
            steady);
  }
}
