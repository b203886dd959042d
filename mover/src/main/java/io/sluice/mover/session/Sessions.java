package io.sluice.mover.session;

import io.sluice.mover.Failure;
import io.sluice.mover.Place;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/**
 * The sessions of a transfer, one after another: one that is lost is followed by another for what
 * is not settled yet, with backoff, until nobody was there for too long. On the transfer's thread,
 * but for {@link #cancel}.
 */
final class Sessions {
  private static final long FIRST_BACKOFF_MILLIS = 200;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;

  /**
   * Sessions in a row that may be lost without having done anything, beyond which it is a defect.
   */
  private static final int MOST_FRUITLESS = 8;

  private final CopyTransfer.Setting setting;
  private final Tally tally;
  private final boolean ofTree;
  private final CompletableFuture<Void> cancelled;
  private volatile ClientSession session;
  private String transport = "local";
  private String tuning = "";
  private String reason = "both ends are on this host's file systems";
  private String path = "";
  private Ends ends = Ends.APART;

  /** Makes the job of the next session. */
  interface JobMaker {
    /**
     * Makes one.
     *
     * @param indices of the sources that are not settled
     * @param settled to be told of each that is
     */
    ClientSession.Job make(List<Integer> indices, IntConsumer settled) throws IOException;
  }

  /** Finds the server. */
  interface Finder {
    Reach.Reached find() throws SessionException;
  }

  /** {@code cancelled} ends waits when it is completed, before {@link #cancel} is called. */
  Sessions(
      CopyTransfer.Setting setting,
      Tally tally,
      boolean ofTree,
      CompletableFuture<Void> cancelled) {
    this.setting = setting;
    this.tally = tally;
    this.ofTree = ofTree;
    this.cancelled = cancelled;
  }

  /** The transport of the last, or {@code local}. */
  String transport() {
    return transport;
  }

  /** Why it was taken. */
  String reason() {
    return reason;
  }

  /** What the last one's data went over. */
  String path() {
    return path;
  }

  /** How the last one's sockets were tuned. */
  String tuning() {
    return tuning;
  }

  /** What both ends share. */
  Ends ends() {
    return ends;
  }

  /** They were with this host itself, which is nothing to tell. */
  void wereLocal() {
    transport = "local";
    reason = "both ends are on this host's file systems";
  }

  /** Ends the one that runs. Any thread. */
  void cancel() {
    ClientSession running = session;
    if (running != null) {
      running.cancel();
    }
  }

  /** Runs sessions with one host until all of its files are settled, or it is given up. */
  void run(Place host, List<Integer> left, JobMaker maker) {
    run(host.host(), () -> setting.reach().reach(host), left, maker);
  }

  /** The same with a server that is found in another way; {@code name} is for messages. */
  void run(String name, Finder finder, List<Integer> all, JobMaker maker) {
    List<Integer> left = all;
    long backoff = FIRST_BACKOFF_MILLIS;
    int fruitless = 0;
    SessionException last;
    try (Reach.Reached reached = finder.find()) {
      Network network = setting.network().get();
      transport = network.choice().transport().name();
      reason = network.choice().reason();
      while (true) {
        long bytesBefore = tally.bytes.get();
        BitSet done = new BitSet();
        ClientSession.Job job =
            maker.make(
                List.copyOf(left),
                index -> {
                  synchronized (done) {
                    done.set(index);
                  }
                });
        last = one(network, reached.endpoint(), job);
        tuning = network.tuning();
        path = session.path();
        if (session.ends() != Ends.APART) {
          ends = session.ends();
        }
        List<Integer> still = new ArrayList<>();
        synchronized (done) {
          for (int i = 0; i < left.size(); i++) {
            if (!done.get(i)) {
              still.add(left.get(i));
            }
          }
        }
        boolean moved = still.size() < left.size();
        left = still;
        boolean late =
            System.nanoTime() - tally.progressAt > setting.options().retryFor().toNanos();
        // Nobody there at first is an answer; nobody there any more may pass.
        boolean neverMet =
            last != null && last.kind() == Failure.Kind.CONNECT && tally.mostStreams.get() == 0;
        if (last == null || !last.isWorthRetrying() || neverMet || late || cancelled.isDone()) {
          break;
        }
        // That entries are found to be the same is progress, but only once.
        boolean fruit = moved || tally.bytes.get() > bytesBefore || tally.tree.done() > 0;
        boolean counts = ofTree && last.kind() == Failure.Kind.SESSION;
        fruitless = fruit ? 0 : fruitless + (counts ? 1 : 0);
        if (fruitless > MOST_FRUITLESS) {
          break;
        }
        tally.restart();
        setting.meters().retry();
        backoff = moved ? FIRST_BACKOFF_MILLIS : Math.min(2 * backoff, LONGEST_BACKOFF_MILLIS);
        if (pause(backoff)) {
          break;
        }
      }
    } catch (SessionException e) {
      last = e;
    } catch (StoreException e) {
      tally.fail(new Failure(Failure.Kind.FILE, "here", e.path(), e.reason()));
      return;
    } catch (IOException e) {
      tally.fail(new Failure(Failure.Kind.FILE, "here", null, e.getMessage()));
      return;
    }
    if (cancelled.isDone()) {
      tally.fail(new Failure(Failure.Kind.CANCELLED, "here", null, "cancelled"));
    } else if (last != null) {
      String side = last.kind() == Failure.Kind.USAGE ? "here" : name;
      tally.fail(new Failure(last.kind(), side, null, last.getMessage()));
    }
  }

  private SessionException one(Network network, Endpoint endpoint, ClientSession.Job job) {
    session = new ClientSession(network, endpoint, setting.options(), job, tally, setting.meters());
    if (cancelled.isDone()) {
      session.cancel();
    }
    try {
      session.run().get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof SessionException cause
          ? cause
          : SessionException.lost("a defect: " + e.getCause());
    } catch (InterruptedException e) {
      cancelled.complete(null);
      cancel();
      return SessionException.lost("interrupted");
    }
  }

  /** Waits, but not for a transfer that is cancelled. */
  private boolean pause(long millis) {
    try {
      cancelled.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException | ExecutionException e) {
      return true;
    }
  }
}
