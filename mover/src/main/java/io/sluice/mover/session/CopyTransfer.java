package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.EntryFilter;
import io.sluice.mover.Failure;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Progress;
import io.sluice.mover.Report;
import io.sluice.mover.Report.Bottleneck;
import io.sluice.mover.Source;
import io.sluice.mover.Store;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Delta;
import io.sluice.mover.Transfer;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.store.Tree;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A copy from its first to its last step, on a thread of its own: finds servers, runs sessions, and
 * starts one again that was lost, for what is not done yet.
 */
public final class CopyTransfer implements Transfer, Runnable {
  private final Work work;
  private final Setting setting;
  private final Tally tally;
  private final CompletableFuture<Report> report = new CompletableFuture<>();
  private final long cpuAtStart = Clocks.cpuNanos();
  private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
  private final Sessions sessions;
  private boolean sender = true;

  /**
   * What is copied.
   *
   * @param sources places to copy from; one stands for {@code source} where that is given
   * @param source something that is no file, or {@code null}
   * @param destination where to
   * @param copy what to do with what is there
   * @param tree how the sources are moved where they are trees, or {@code null}
   */
  public record Work(
      List<Place> sources, Source source, Place destination, CopyOptions copy, TreeWork tree) {
    /** Files. */
    public Work(List<Place> sources, Source source, Place destination, CopyOptions copy) {
      this(sources, source, destination, copy, null);
    }
  }

  /**
   * How trees are moved.
   *
   * @param options how
   * @param listener hears of each entry
   * @param scope which part of the source
   * @param root opens the source, where its path is not asked; or {@code null}
   */
  public record TreeWork(
      SyncOptions options, SyncListener listener, TreeScope scope, TreeRoot root) {
    /** Whole trees. */
    public TreeWork(SyncOptions options, SyncListener listener) {
      this(options, listener, TreeScope.all(), null);
    }
  }

  /** Opens the root of a source. */
  interface TreeRoot {
    Tree open() throws IOException;
  }

  /**
   * What it is copied with.
   *
   * @param network made when it is first needed
   * @param local the file system of this side
   * @param reach finds servers
   * @param options how
   * @param meters to count with
   */
  record Setting(
      NetworkSupplier network, Store local, Reach reach, Options options, Meters meters) {}

  /** Makes the event loops when the first transfer needs them. */
  interface NetworkSupplier {
    Network get() throws SessionException;
  }

  CopyTransfer(Work work, Setting setting) {
    this.work = work;
    this.setting = setting;
    this.tally = new Tally(work.sources().size());
    this.sessions = new Sessions(setting, tally, work.tree() != null, cancelled);
  }

  @Override
  public Progress progress() {
    return tally.progress();
  }

  @Override
  public void cancel() {
    cancelled.complete(null);
    sessions.cancel();
  }

  @Override
  public CompletionStage<Report> report() {
    return report.copy();
  }

  @Override
  public void run() {
    try {
      String refusal = check();
      if (refusal != null) {
        tally.fail(new Failure(Failure.Kind.USAGE, "here", null, refusal));
      } else if (work.tree() != null) {
        for (int i = 0; i < work.sources().size() && !cancelled.isDone(); i++) {
          moveTree(work.sources().get(i));
        }
      } else if (work.destination().isLocal()) {
        fetch();
      } else {
        push();
      }
    } catch (RuntimeException | Error e) {
      tally.fail(new Failure(Failure.Kind.SESSION, "here", null, "a defect: " + e));
    } finally {
      tally.phase = Progress.Phase.DONE;
      report.complete(makeReport());
    }
  }

  private String check() {
    Set<BytePath> names = new HashSet<>();
    boolean remote = false;
    for (Place place : work.sources()) {
      remote |= !place.isLocal();
      BytePath name = place.path().name();
      if (work.sources().size() > 1 && !names.add(name)) {
        return "two sources are named " + name + ": copy them to different folders";
      }
    }
    if (remote && !work.destination().isLocal()) {
      return "from host to host through this one is not possible yet: run it on one of them";
    }
    return null;
  }

  private void push() {
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < work.sources().size(); i++) {
      left.add(i);
    }
    sessions.run(
        work.destination(),
        left,
        (indices, settled) -> {
          sender = true;
          return new PushJob(
              feed(indices),
              work.destination().path(),
              setting.options(),
              work.copy(),
              tally.isAgain(),
              settled);
        });
  }

  private void moveTree(Place source) {
    Place to = work.destination();
    BytePath path = source.path();
    if (source.isLocal() && to.isLocal()) {
      String refusal = TreePlaces.refusal(setting.local(), path, to.path());
      if (refusal != null) {
        tally.fail(new Failure(Failure.Kind.USAGE, "here", null, refusal));
        return;
      }
    }
    SyncOptions options = withDelta(work.tree().options(), source.isLocal() && to.isLocal());
    if (!source.isLocal() && options.filter() != EntryFilter.ALL) {
      String refusal = "a filter of the application's own needs a source on this host: use rules";
      tally.fail(new Failure(Failure.Kind.USAGE, "here", path, refusal));
      return;
    }
    SyncListener listener = work.tree().listener();
    FileStore files = (FileStore) setting.local();
    sender = source.isLocal();
    Sessions.JobMaker maker =
        (indices, settled) ->
            source.isLocal()
                ? new TreeJobs.Push(
                    tree(files, path),
                    work.tree().scope().again(),
                    TreePlaces.name(path),
                    to.path(),
                    setting.options(),
                    options,
                    listener,
                    () -> settled.accept(0))
                : new TreeJobs.Pull(
                    path,
                    new TreeDestination(files, to.path(), TreePlaces.name(path), options),
                    setting.options(),
                    options,
                    listener,
                    () -> settled.accept(0));
    Place host = source.isLocal() ? to : source;
    if (host.isLocal()) {
      sessions.run(
          "here",
          () -> new LoopbackServer(setting.network().get().choice().transport(), setting.local()),
          List.of(0),
          maker);
      sessions.wereLocal();
    } else {
      sessions.run(host, List.of(0), maker);
    }
  }

  /** Within a host it costs less to copy a file than to compare it. */
  private static SyncOptions withDelta(SyncOptions options, boolean oneHost) {
    return oneHost && options.delta() == Delta.AUTO && !options.inPlace()
        ? options.withDelta(Delta.NONE, false)
        : options;
  }

  private Tree tree(FileStore files, BytePath path) throws IOException {
    if (work.tree().root() != null) {
      return work.tree().root().open();
    }
    return files.tree(path.isEmpty() ? BytePath.of(".") : path);
  }

  private Feed feed(List<Integer> indices) {
    if (work.source() != null) {
      return new OneSource(work.source(), work.sources().get(0).path());
    }
    return new StoreFeed(
        setting.local(), indices.stream().map(i -> work.sources().get(i).path()).toList());
  }

  private record OneSource(Source source, BytePath path) implements Feed {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public Source open(int index) {
      return source;
    }

    @Override
    public BytePath path(int index) {
      return path;
    }

    @Override
    public BytePath name(int index) {
      return path.name();
    }
  }

  private void fetch() {
    Destination destination =
        new Destination(
            setting.local(),
            work.destination().path(),
            work.sources().size() > 1,
            work.copy().makePath());
    Map<Place, List<Integer>> hosts = new LinkedHashMap<>();
    for (int i = 0; i < work.sources().size(); i++) {
      Place p = work.sources().get(i);
      Place host = new Place(p.scheme(), p.user(), p.host(), p.port(), BytePath.of(""));
      hosts.computeIfAbsent(host, unused -> new ArrayList<>()).add(i);
    }
    hosts.forEach(
        (host, indices) -> {
          if (host.isLocal()) {
            new LocalCopy(setting, work, destination, tally, cancelled).run(indices);
          } else {
            sessions.run(
                host,
                new ArrayList<>(indices),
                (left, settled) -> {
                  sender = false;
                  return new PullJob(
                      left.stream().map(i -> work.sources().get(i).path()).toList(),
                      setting.local(),
                      destination,
                      setting.options(),
                      work.copy(),
                      tally.isAgain(),
                      settled);
                });
          }
        });
  }

  private Report makeReport() {
    long nanos = System.nanoTime() - tally.start;
    Bottleneck bottleneck =
        sender
            ? Bottlenecks.find(tally.here(), tally.there(), sessions.ends())
            : Bottlenecks.find(tally.there(), tally.here(), sessions.ends());
    return new Report(
        sessions.transport(),
        sessions.reason(),
        sessions.path(),
        sessions.tuning(),
        tally.bytes.get(),
        tally.here().wireBytes(),
        tally.resumed.get(),
        Duration.ofNanos(nanos),
        tally.mostStreams.get(),
        tally.rails(),
        bottleneck,
        tally.files.get(),
        tally.skipped.get(),
        tally.corrupt.get(),
        tally.retries.get(),
        (Clocks.cpuNanos() - cpuAtStart) / 1e9,
        tally.warnings(),
        tally.failures(),
        tally.tree.counts());
  }
}
