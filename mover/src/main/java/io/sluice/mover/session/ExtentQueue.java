package io.sluice.mover.session;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The one queue from which all streams of a session take extents. Extents that came back go first.
 * Its monitor guards the counters of its files as well.
 */
final class ExtentQueue {
  private final int size;
  private final ArrayDeque<Extent> returned = new ArrayDeque<>();
  private final ArrayDeque<OutgoingFile> files = new ArrayDeque<>();
  private final Set<SendStream> hungry = new LinkedHashSet<>();

  ExtentQueue(int size) {
    this.size = size;
  }

  /** Files whose last extent was found to be handed out and acknowledged while taking. */
  interface Through {
    void through(OutgoingFile file);

    void failed(OutgoingFile file, IOException cause);
  }

  /** The next extent for a stream, or {@code null}; then it is woken when there is one. */
  Extent take(SendStream stream, Through through) {
    while (true) {
      OutgoingFile file;
      IOException cause = null;
      synchronized (this) {
        Extent extent = returned.poll();
        if (extent != null) {
          return extent;
        }
        file = files.peek();
        if (file == null) {
          hungry.add(stream);
          return null;
        }
        try {
          extent = file.next(size);
        } catch (IOException e) {
          cause = e;
        }
        if (extent != null) {
          file.outstanding++;
          return extent;
        }
        files.poll();
        if (cause == null && file.outstanding > 0) {
          continue;
        }
      }
      if (cause != null) {
        through.failed(file, cause);
      } else {
        through.through(file);
      }
    }
  }

  /** An extent is to be sent again. Dropped where its file has failed. */
  void giveBack(Extent extent) {
    List<SendStream> wake;
    synchronized (this) {
      if (extent.file().trouble != null) {
        return;
      }
      returned.add(extent);
      wake = wakeAll();
    }
    wake.forEach(SendStream::wake);
  }

  void add(OutgoingFile file) {
    List<SendStream> wake;
    synchronized (this) {
      files.add(file);
      wake = wakeAll();
    }
    wake.forEach(SendStream::wake);
  }

  /** An extent has arrived. Returns whether all of its file has. */
  synchronized boolean acknowledged(Extent extent, boolean resumed) {
    OutgoingFile file = extent.file();
    file.outstanding--;
    file.damaged = 0;
    file.acknowledged += extent.length();
    file.resumed += resumed ? extent.length() : 0;
    return file.outstanding == 0 && file.exhausted() && file.trouble == null && !file.completing;
  }

  /**
   * Marks a file as failed, once; its extents leave the queue. Returns whether it was the first.
   */
  synchronized boolean fail(OutgoingFile file, String trouble, boolean changed) {
    if (file.trouble != null) {
      return false;
    }
    file.trouble = trouble;
    file.changed = changed;
    files.remove(file);
    for (Iterator<Extent> all = returned.iterator(); all.hasNext(); ) {
      if (all.next().file() == file) {
        all.remove();
      }
    }
    return true;
  }

  /** A stream has left. */
  synchronized void leave(SendStream stream) {
    hungry.remove(stream);
  }

  private List<SendStream> wakeAll() {
    List<SendStream> wake = new ArrayList<>(hungry);
    hungry.clear();
    return wake;
  }
}
