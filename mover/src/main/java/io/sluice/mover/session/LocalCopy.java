package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Progress;
import io.sluice.mover.Sink;
import io.sluice.mover.Source;
import io.sluice.mover.Store;
import io.sluice.mover.StoreException;
import io.sluice.mover.delta.ExtentHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * A copy between two paths of this host: the same part files, journals and checks, without a
 * network between. Its extents are copied by as many threads as there are processors.
 */
final class LocalCopy {
  private final CopyTransfer.Setting setting;
  private final CopyTransfer.Work work;
  private final Destination destination;
  private final Tally tally;
  private final CompletableFuture<Void> cancelled;

  LocalCopy(
      CopyTransfer.Setting setting,
      CopyTransfer.Work work,
      Destination destination,
      Tally tally,
      CompletableFuture<Void> cancelled) {
    this.setting = setting;
    this.work = work;
    this.destination = destination;
    this.tally = tally;
    this.cancelled = cancelled;
  }

  void run(List<Integer> indices) {
    for (int index : indices) {
      if (cancelled.isDone()) {
        tally.fail(new Failure(Failure.Kind.CANCELLED, "here", null, "cancelled"));
        return;
      }
      BytePath path = work.sources().get(index).path();
      try (Source source = work.source() != null ? work.source() : setting.local().source(path)) {
        copy(source, path.name());
      } catch (CancelledException e) {
        tally.fail(new Failure(Failure.Kind.CANCELLED, "here", null, "cancelled"));
        return;
      } catch (StoreException e) {
        tally.fail(new Failure(Failure.Kind.FILE, "here", e.path(), e.reason()));
      } catch (IOException e) {
        tally.fail(new Failure(Failure.Kind.FILE, "here", path, String.valueOf(e.getMessage())));
      }
    }
  }

  private void copy(Source source, BytePath name) throws IOException {
    Attributes attributes = source.attributes();
    tally.total.addAndGet(attributes.size());
    BytePath target = destination.target(name);
    Attributes there = setting.local().attributes(target);
    if (there != null && there.type() == Attributes.Type.DIRECTORY) {
      throw new StoreException(target, 21, "Is a directory");
    }
    if (there != null
        && there.inode() != 0
        && there.inode() == attributes.inode()
        && there.device() == attributes.device()) {
      throw new StoreException(target, 0, "source and destination are the same file");
    }
    if (there != null && leave(there, attributes)) {
      tally.skipped.incrementAndGet();
      return;
    }
    tally.phase = Progress.Phase.MOVING;
    Store.SinkOptions options =
        new Store.SinkOptions(
            setting.options().extent(),
            true,
            "root".equals(System.getProperty("user.name")),
            setting.options().durable(),
            java.time.Duration.ofSeconds(5));
    try (Sink sink = setting.local().sink(target, attributes, options)) {
      Extents extents = new Extents(source, sink, attributes.size());
      extents.copy();
      if (cancelled.isDone()) {
        throw new CancelledException();
      }
      String change = source.change();
      if (change != null && !change.equals("vanished")) {
        sink.discard();
        tally.fail(
            new Failure(
                Failure.Kind.CHANGED,
                "here",
                name,
                change + " while it was copied; the old file stands"));
        return;
      }
      tally.phase = Progress.Phase.COMPLETING;
      tally.warn(sink.complete(attributes, setting.options().durable()));
      tally.files.incrementAndGet();
    }
  }

  /** The transfer was cancelled; what has landed stays. */
  private static final class CancelledException extends IOException {
    private static final long serialVersionUID = 1;
  }

  private boolean leave(Attributes there, Attributes source) {
    if (work.copy().noClobber()) {
      return true;
    }
    int older = Long.compare(there.modifiedSeconds(), source.modifiedSeconds());
    older = older != 0 ? older : Integer.compare(there.modifiedNanos(), source.modifiedNanos());
    return work.copy().update() && older >= 0;
  }

  /** The extents of one file, handed out to threads. */
  private final class Extents {
    private final Source source;
    private final Sink sink;
    private final long size;
    private final Limiter limiter = new Limiter(setting.options().limit());
    private final Ranges before = new Ranges();
    private long position;
    private long hole;
    private IOException failure;

    Extents(Source source, Sink sink, long size) {
      this.source = source;
      this.sink = sink;
      this.size = size;
      for (Sink.Range range : sink.landed()) {
        before.add(range.offset(), range.offset() + range.length());
      }
    }

    void copy() throws IOException {
      int threads = Runtime.getRuntime().availableProcessors();
      ThreadPoolExecutor workers = FileWorkers.start();
      List<CompletableFuture<Void>> all = new java.util.ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(CompletableFuture.runAsync(this::work, workers));
      }
      all.forEach(CompletableFuture::join);
      workers.shutdown();
      if (failure != null) {
        throw failure;
      }
    }

    private synchronized Sink.Range next() throws IOException {
      if (failure != null || cancelled.isDone() || position >= size) {
        return null;
      }
      long data = position;
      if (position >= hole) {
        data = source.nextData(position);
        if (data >= size) {
          position = size;
          return null;
        }
        hole = Math.min(source.nextHole(data), size);
      }
      int extent = setting.options().extent();
      long stop = Math.min(hole, (data / extent + 1) * (long) extent);
      position = stop;
      return new Sink.Range(data, stop - data);
    }

    private void work() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(SendStream.CHUNK);
      ByteBuffer other = ByteBuffer.allocateDirect(SendStream.CHUNK);
      try {
        for (Sink.Range range = next(); range != null; range = next()) {
          boolean same =
              before.contains(range.offset(), range.offset() + range.length())
                  && compare(range, buffer, other);
          if (same) {
            sink.same(range.offset(), range.length());
          } else {
            move(range, buffer);
            sink.landed(range.offset(), range.length());
          }
          tally.arrived(range.length(), same ? range.length() : 0);
        }
      } catch (IOException e) {
        synchronized (this) {
          failure = failure == null ? e : failure;
        }
      }
    }

    private boolean compare(Sink.Range range, ByteBuffer one, ByteBuffer two) throws IOException {
      for (long at = range.offset(); at < range.offset() + range.length(); ) {
        int now = (int) Math.min(SendStream.CHUNK, range.offset() + range.length() - at);
        if (!fill(source::read, one, at, now)
            || !fill(sink::read, two, at, now)
            || !one.equals(two)) {
          return false;
        }
        at += now;
      }
      return true;
    }

    private boolean fill(ExtentHash.Reader reader, ByteBuffer into, long at, int length)
        throws IOException {
      into.clear().limit(length);
      while (into.hasRemaining()) {
        if (reader.read(into, at + into.position()) < 0) {
          return false;
        }
      }
      into.flip();
      return true;
    }

    private void move(Sink.Range range, ByteBuffer buffer) throws IOException {
      for (long at = range.offset(); at < range.offset() + range.length(); ) {
        int now = (int) Math.min(SendStream.CHUNK, range.offset() + range.length() - at);
        long wait = limiter.take(now);
        if (wait > 0) {
          java.util.concurrent.locks.LockSupport.parkNanos(wait);
        }
        if (cancelled.isDone()) {
          throw new CancelledException();
        }
        if (!fill(source::read, buffer, at, now)) {
          throw new IOException("it became shorter while it was copied");
        }
        sink.write(buffer, at);
        at += now;
      }
    }
  }
}
