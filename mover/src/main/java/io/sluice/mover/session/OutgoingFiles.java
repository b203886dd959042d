package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import io.sluice.mover.wire.Entry;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The files of a feed that a sender has under way: opens and announces some ahead, and knows when
 * the last is done. Thread-safe.
 */
final class OutgoingFiles {
  /** Files announced and not finished: enough to hide a round trip, few enough to hold open. */
  private static final int WINDOW = 32;

  private final Control control;
  private final Feed feed;
  private final Events events;
  private final Executor executor;
  private final Runnable atEnd;
  private final Map<Long, OutgoingFile> files = new ConcurrentHashMap<>();
  private int next;
  private int open;
  private long lastId;
  private boolean ending;
  private boolean closed;

  /** {@code atEnd} runs once, when the feed has no more and all are done. */
  OutgoingFiles(Control control, Feed feed, Events events, Executor executor, Runnable atEnd) {
    this.control = control;
    this.feed = feed;
    this.events = events;
    this.executor = executor;
    this.atEnd = atEnd;
  }

  /** The file of that id, or {@code null}. */
  OutgoingFile get(long id) {
    return files.get(id);
  }

  /** Announces as many of the feed's files as may be under way. */
  void announce() {
    boolean end;
    synchronized (this) {
      while (!closed && open < WINDOW && next < feed.count()) {
        int index = next++;
        open++;
        executor.execute(() -> openAndAnnounce(index, 1));
      }
      end = !closed && !ending && !feed.mayGrow() && open == 0 && next == feed.count();
      ending |= end;
    }
    if (end) {
      atEnd.run();
    }
  }

  /** Announces one anew that was taken out and changed. */
  void announceAgain(OutgoingFile file) {
    executor.execute(() -> openAndAnnounce(file.index, file.attempt + 1));
  }

  private void openAndAnnounce(int index, int attempt) {
    Source source;
    try {
      source = feed.open(index);
    } catch (IOException e) {
      events.trouble(trouble(feed.path(index), e));
      events.done(index, false, false, List.of());
      left();
      return;
    }
    OutgoingFile file;
    synchronized (this) {
      if (closed) {
        close(source);
        return;
      }
      file = new OutgoingFile(++lastId, index, feed.path(index), feed.name(index), source, attempt);
      files.put(file.id, file);
    }
    events.expects(index, file.attributes.size());
    control.send(
        Type.ENTRY,
        file.id,
        feed.reference(index),
        index,
        new Entry(file.name, file.attributes, isDense(source))::write);
  }

  /** Whether it has no holes, so that room for all of it can be taken at once. */
  private static boolean isDense(Source source) {
    long size = source.attributes().size();
    try {
      return size > 0 && source.nextData(0) == 0 && source.nextHole(0) >= size;
    } catch (IOException e) {
      return false;
    }
  }

  /** Takes one out. Returns whether it was there. */
  boolean remove(OutgoingFile file) {
    return files.remove(file.id) != null;
  }

  /** One that was taken out is done: there is room for another. */
  void left() {
    synchronized (this) {
      open--;
    }
    announce();
  }

  /** Announces no more, and takes out all that are under way. */
  List<OutgoingFile> close() {
    synchronized (this) {
      closed = true;
    }
    List<OutgoingFile> all = List.copyOf(files.values());
    files.clear();
    return all;
  }

  static void close(OutgoingFile file) {
    close(file.source);
  }

  private static void close(Source source) {
    try {
      source.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  /** Why a source can't be read. */
  static Trouble trouble(BytePath path, IOException e) {
    if (e instanceof StoreException store) {
      Failure.Kind kind =
          store.errno() == StoreException.ESTALE ? Failure.Kind.VANISHED : Failure.Kind.FILE;
      return new Trouble(kind, store.path(), store.reason());
    }
    return new Trouble(Failure.Kind.FILE, path, String.valueOf(e.getMessage()));
  }
}
