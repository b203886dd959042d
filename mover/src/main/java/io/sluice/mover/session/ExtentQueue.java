package io.sluice.mover.session;

import io.sluice.mover.delta.Parts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The one queue from which all streams of a session take extents and packs. Extents that came back
 * go first. While both wait, each gets half of the bytes, so that neither starves. Its monitor
 * guards the counters of its files as well.
 */
final class ExtentQueue {
  private final int size;
  private final ArrayDeque<Extent> returned = new ArrayDeque<>();
  private final ArrayDeque<OutgoingFile> files = new ArrayDeque<>();
  private final ArrayDeque<Pack> packs = new ArrayDeque<>();
  private final Set<SendStream> hungry = new LinkedHashSet<>();

  /** How many bytes more of extents than of packs were handed out while both waited. */
  private long lead;

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
          lead = packs.isEmpty() ? 0 : lead + extent.length();
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

  /** The next pack, unless it is the extents' turn and {@code any} does not say so. */
  synchronized Pack takePack(boolean any) {
    boolean alone = returned.isEmpty() && files.isEmpty();
    if (!any && !alone && lead < 0) {
      return null;
    }
    Pack pack = packs.poll();
    if (pack != null) {
      lead = alone ? 0 : lead - pack.cost();
    }
    return pack;
  }

  void add(Pack pack) {
    List<SendStream> wake;
    synchronized (this) {
      packs.add(pack);
      wake = wakeOne();
    }
    wake.forEach(SendStream::wake);
  }

  /** Drops what packs wait, for a session that is over. */
  synchronized List<Pack> dropPacks() {
    List<Pack> all = List.copyOf(packs);
    packs.clear();
    return all;
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
    file.acknowledged(extent);
    return isThrough(file);
  }

  /**
   * The receiver has parts of an extent already; the others are to be sent, neighbours together.
   * Returns the bytes that it has.
   *
   * @param same a bit for each part that it has
   */
  long compared(Extent extent, BitSet same) {
    OutgoingFile file = extent.file();
    Parts parts = extent.parts();
    List<SendStream> wake = List.of();
    long bytes = 0;
    synchronized (this) {
      file.outstanding--;
      for (int from = 0; from < parts.count(); ) {
        boolean there = same.get(from);
        int next = there ? same.nextClearBit(from) : same.nextSetBit(from);
        int to = next < 0 ? parts.count() : Math.min(next, parts.count());
        if (there) {
          file.acknowledged(extent, from, to);
          bytes += parts.start(to) - parts.start(from);
        } else if (file.trouble == null) {
          file.outstanding++;
          returned.add(extent.toSend(from, to));
        }
        from = to;
      }
      file.acknowledged += bytes;
      file.resumed += bytes;
      if (!returned.isEmpty()) {
        wake = wakeAll();
      }
    }
    wake.forEach(SendStream::wake);
    return bytes;
  }

  /** Whether all of a file has arrived, and nobody has begun to complete it. */
  synchronized boolean isThrough(OutgoingFile file) {
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

  /** A stream has left; what it was woken for is for another. */
  void leave(SendStream stream) {
    List<SendStream> wake;
    synchronized (this) {
      hungry.remove(stream);
      wake = packs.isEmpty() ? List.of() : wakeAll();
    }
    wake.forEach(SendStream::wake);
  }

  private List<SendStream> wakeOne() {
    Iterator<SendStream> first = hungry.iterator();
    if (!first.hasNext()) {
      return List.of();
    }
    SendStream one = first.next();
    first.remove();
    return List.of(one);
  }

  private List<SendStream> wakeAll() {
    List<SendStream> wake = new ArrayList<>(hungry);
    hungry.clear();
    return wake;
  }
}
