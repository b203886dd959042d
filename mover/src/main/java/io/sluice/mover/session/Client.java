package io.sluice.mover.session;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Store;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.Transfer;
import io.sluice.mover.Watch;
import io.sluice.mover.store.FileStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What a mover's transfers share. Thread-safe. */
public final class Client implements AutoCloseable {
  private final Options options;
  private final Store local;
  private final Reach reach;
  private final Meters meters;
  private final Set<Transfer> running = ConcurrentHashMap.newKeySet();
  private Network network;
  private boolean closed;

  /** Makes one; event loops start with the first transfer that needs them. */
  public Client(Options options, Store local, Reach reach, MeterRegistry registry) {
    this.options = options.streams() > 0 ? options : options.withStreams(autoStreams());
    this.local = local;
    this.reach = reach;
    this.meters = Meters.of(registry, "client");
  }

  /** Few streams fill a link; more help where one stream's window or one core is the limit. */
  private static int autoStreams() {
    return 4;
  }

  /** Starts a copy. */
  public Transfer copy(CopyTransfer.Work work) {
    CopyTransfer transfer =
        new CopyTransfer(
            work, new CopyTransfer.Setting(this::network, local, reach, options, meters));
    start(transfer, transfer, "sluice-transfer");
    return transfer;
  }

  private void start(Transfer transfer, Runnable work, String name) {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the mover is closed");
      }
      running.add(transfer);
    }
    transfer.report().whenComplete((report, cause) -> running.remove(transfer));
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Starts to watch a folder and to carry what changes.
   *
   * @param batches hears of each batch
   */
  public Watch watch(
      Place source,
      Place destination,
      SyncOptions sync,
      SyncListener listener,
      Consumer<Report> batches) {
    Watching watching =
        new Watching(
            this,
            (FileStore) local,
            options,
            new Watching.Work(source, destination, sync, listener, batches));
    start(watching, watching, "sluice-watching");
    return watching;
  }

  private synchronized Network network() throws SessionException {
    if (network == null) {
      network = new Network(options);
    }
    return network;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    for (Transfer transfer : running) {
      transfer.cancel();
      transfer.await();
    }
    synchronized (this) {
      if (network != null) {
        network.close();
      }
    }
  }
}
