// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Trees, on tmpfs and on ext4, over veth: first copies of many files, a second run in which nothing
 * has changed, and a disk image of which a hundredth has.
 *
 * <p>Nobody calls fsync, as is rsync's default. Before each copy the file system comes to rest.
 */
final class TreeBenchmark implements Benchmark {
  private final Options options;
  private final Lab lab;
  private final Meter meter;
  private final MoverTool mover;
  private final List<Tool> tools;
  private final Markdown report = new Markdown();
  private final Floors floors = new Floors();

  TreeBenchmark(Options options, Lab lab) {
    this.options = options;
    this.lab = lab;
    this.meter = new Meter(lab);
    this.mover = new MoverTool(options.mover(lab.repository()));
    this.tools =
        List.of(
            new TreeTools.MoverSync(mover),
            new TreeTools.RsyncTree(),
            new TreeTools.Tar(),
            new TreeTools.RcloneTree());
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
    report.heading(2, "Trees").items(Machine.facts());
    List<Tool> ready = new Lineup(options, lab, floors).ready(tools);
    Network network = Network.make(lab, Network.Kind.VETH);
    for (FileSystem fileSystem : options.fileSystems()) {
      TestTrees trees = new TestTrees(fileSystem.mount(lab, options.disk()));
      report
          .heading(3, "Trees on " + fileSystem.label() + ", over " + network.name())
          .paragraph(
              "From the command's start to its end, daemons warm; medians. CPU is user and system"
                  + " seconds, both ends added. Ratios above 1 say that the mover is faster.");
      List<Tool.Opened> open = new ArrayList<>();
      try {
        for (Tool tool : ready) {
          open.add(tool.open(lab, meter, network, trees));
        }
        List<Contestant> contestants =
            open.stream().flatMap(each -> each.contestants().stream()).toList();
        for (Shape shape : options.shapes()) {
          measure(shape, fileSystem, trees, contestants);
        }
      } finally {
        open.forEach(Tool.Opened::close);
      }
    }
    floors.report(report);
  }

  private void measure(
      Shape shape, FileSystem fileSystem, TestTrees trees, List<Contestant> contestants) {
    String where = fileSystem.label() + ": " + shape.label();
    Progress.say(where);
    String name = shape.folder();
    int scale = options.quick() ? 10 : 1;
    shape.make(trees.source(name), scale, fileSystem.imageBytes() / scale);
    try {
      if (shape == Shape.IMAGE) {
        changed(where, trees, contestants);
      } else {
        fresh(shape, where, trees, contestants);
      }
    } finally {
      trees.discard(name);
    }
  }

  private void fresh(Shape shape, String where, TestTrees trees, List<Contestant> contestants) {
    String name = shape.folder();
    Rounds rounds = new Rounds(trees);
    List<Contestant> able = new ArrayList<>();
    Map<Contestant, Series> unchanged = new LinkedHashMap<>();
    for (Contestant contestant : contestants) {
      // A million requests of its own for each file would take rclone longer than all the rest.
      if (shape == Shape.EMPTY && !contestant.faithful()) {
        continue;
      }
      if (attempt(where, contestant, () -> rounds.verified(contestant, name))) {
        able.add(contestant);
      }
    }
    Map<Contestant, Series> series = rounds.run(able, name, options.quick() ? 1 : 3);
    tabulate(where, series);
    double enough = shape == Shape.EMPTY ? 0.8 : 1;
    judge(where + ", of tar", series, TreeTools.TAR, enough);
    judge(where + ", of rsync", series, TreeTools.RSYNC, 2);
    if (shape == Shape.EMPTY) {
      again(where + ", unchanged", trees, name, able, unchanged);
    }
  }

  /** The tree is there already, and nothing has to be sent. */
  private void again(
      String where,
      TestTrees trees,
      String name,
      List<Contestant> contestants,
      Map<Contestant, Series> unchanged) {
    List<Contestant> updaters =
        contestants.stream().filter(each -> !each.tool().equals(TreeTools.TAR)).toList();
    updaters.stream().findFirst().ifPresent(first -> first.copier().copy(name));
    for (int round = 0; round < (options.quick() ? 1 : 3); round++) {
      for (Contestant contestant : updaters) {
        trees.settle();
        unchanged
            .computeIfAbsent(contestant, key -> new Series())
            .add(contestant.copier().copy(name));
      }
    }
    trees.clear(name);
    tabulate(where, unchanged);
    judge(where + ", of rsync", unchanged, TreeTools.RSYNC, 4);
  }

  /** A hundredth of the image is new before each run, and the copy is what the last run left. */
  private void changed(String where, TestTrees trees, List<Contestant> contestants) {
    String name = Shape.IMAGE.folder();
    List<Contestant> updaters =
        contestants.stream()
            .filter(each -> each.faithful() && !each.tool().equals(TreeTools.TAR))
            .toList();
    Map<Contestant, Series> series = new LinkedHashMap<>();
    Shell.run(List.of("cp", "-a", trees.source(name).toString(), trees.copy(name).toString()));
    long seed = 0;
    for (int round = 0; round < (options.quick() ? 1 : 3); round++) {
      for (Contestant contestant : updaters) {
        Shape.change(trees.source(name), ++seed);
        trees.settle();
        attempt(
            where,
            contestant,
            () -> {
              Usage usage = contestant.copier().copy(name);
              series.computeIfAbsent(contestant, key -> new Series()).add(usage);
            });
      }
    }
    for (Contestant contestant : updaters) {
      Shape.change(trees.source(name), ++seed);
      attempt(
          where,
          contestant,
          () -> {
            contestant.copier().copy(name);
            trees.verify(name, contestant);
          });
    }
    tabulate(where, series);
    judge(where + ", of rsync", series, TreeTools.RSYNC, 5);
  }

  private boolean attempt(String where, Contestant contestant, Runnable action) {
    try {
      action.run();
      return true;
    } catch (BenchmarkException e) {
      lab.rethrowIfClosed(e);
      floors.failed(where + ": " + contestant.label(), e.getMessage());
      Progress.say(contestant.label() + ": " + e.getMessage());
      return false;
    }
  }

  private void tabulate(String what, Map<Contestant, Series> series) {
    Series ours = of(series, MoverTool.NAME);
    List<List<String>> rows = new ArrayList<>();
    series.forEach(
        (contestant, each) ->
            rows.add(
                List.of(
                    contestant.label(),
                    Figure.of(each.medianSeconds()),
                    Figure.of(each.median(Usage::cpuSeconds)),
                    Figure.of(Series.medianRatio(each, ours, Usage::seconds)),
                    Figure.of(Series.medianRatio(each, ours, Usage::cpuSeconds)))));
    report.table(
        List.of(what, "seconds", "CPU s", "mover is faster by", "and takes less CPU by"), rows);
  }

  private void judge(String what, Map<Contestant, Series> series, String other, double floor) {
    if (options.includes(MoverTool.NAME)) {
      ToDoubleFunction<Usage> seconds = Usage::seconds;
      floors.atLeast(
          what, Series.medianRatio(of(series, other), of(series, MoverTool.NAME), seconds), floor);
    }
  }

  private static Series of(Map<Contestant, Series> series, String tool) {
    return series.entrySet().stream()
        .filter(entry -> entry.getKey().tool().equals(tool))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(Series::new);
  }
}
