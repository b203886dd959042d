package io.sluice.mover.store;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells all that is in a tree, by several threads. Symbolic links are told, never followed.
 *
 * <p>Each thread goes depth first, and gives a folder away when another thread has nothing to do. A
 * folder's names are read in blocks, and what is below a block's folders is walked before the next
 * block; so what is kept is one block's folders for each level, whatever the number of entries. A
 * tree may be deeper than a path can be long.
 */
public final class Walk {
  private final Tree tree;
  private final Options options;
  private final Visitor visitor;

  private final ArrayDeque<Level> given = new ArrayDeque<>();
  private int working;
  private volatile int idle;
  private Throwable failure;
  private volatile boolean stopped;

  /**
   * What a walk looks at.
   *
   * @param xattrs whether extended attributes and ACLs are read: a call more for each entry
   * @param oneFileSystem whether it stays out of folders on which another file system is mounted
   */
  public record Options(boolean xattrs, boolean oneFileSystem) {}

  /** A walk that begins with {@link #run}; it can be run once. */
  public Walk(Tree tree, Options options, Visitor visitor) {
    this.tree = tree;
    this.options = options;
    this.visitor = visitor;
  }

  /** A folder that is being walked. */
  static final class Level {
    final Folder folder;
    final Entry entry;
    final Level parent;

    /** This level itself and the folders below it that are not left. */
    final AtomicInteger open = new AtomicInteger(1);

    final ArrayDeque<Entry> folders = new ArrayDeque<>();
    long position;
    boolean begun;
    boolean ended;
    volatile boolean complete = true;

    Level(Folder folder, Entry entry, Level parent) {
      this.folder = folder;
      this.entry = entry;
      this.parent = parent;
    }
  }

  /**
   * Walks until all is told, on the calling thread and {@code threads - 1} others.
   *
   * @throws IOException what a visitor threw, or where the root can't be read
   */
  public void run(int threads) throws IOException, InterruptedException {
    Entry root = new Listing(tree, options).self(tree.root());
    given.add(new Level(tree.root(), root, null));
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      Thread thread = new Thread(this::work, "sluice-walk-" + i);
      thread.setDaemon(true);
      thread.start();
      others.add(thread);
    }
    work();
    try {
      for (Thread thread : others) {
        thread.join();
      }
    } catch (InterruptedException e) {
      stop();
      throw e;
    }
    throwFailure();
  }

  private synchronized void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  /** Ends the walk as soon as the calls that run have returned; {@link #run} returns then. */
  public synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  private void work() {
    Listing listing = new Listing(tree, options);
    try {
      Level level = next(false);
      while (level != null) {
        walk(level, listing);
        level = next(true);
      }
    } catch (IOException | RuntimeException | Error e) {
      synchronized (this) {
        if (failure == null) {
          failure = e;
        }
      }
      stop();
    }
  }

  /** The next folder that was given away, or {@code null} when all is done. */
  private synchronized Level next(boolean finishedOne) {
    if (finishedOne) {
      working--;
    }
    idle++;
    try {
      while (given.isEmpty() && working > 0 && !stopped) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    } finally {
      idle--;
    }
    if (given.isEmpty() || stopped) {
      notifyAll();
      return null;
    }
    working++;
    return given.poll();
  }

  /** Whether another thread takes the folder. */
  private boolean give(Level level) {
    if (idle == 0) {
      return false;
    }
    synchronized (this) {
      if (given.size() >= idle) {
        return false;
      }
      given.add(level);
      notify();
      return true;
    }
  }

  private void walk(Level first, Listing listing) throws IOException {
    ArrayDeque<Level> path = new ArrayDeque<>();
    path.push(first);
    while (!path.isEmpty() && !stopped) {
      Level level = path.peek();
      if (!level.begun) {
        level.begun = true;
        visitor.enter(level.folder, level.entry);
      }
      Entry below = level.folders.poll();
      if (below != null) {
        level.open.incrementAndGet();
        Level deeper = new Level(level.folder.child(below.name()), below, level);
        deeper.folder.device = below.attributes().device();
        deeper.folder.inode = below.attributes().inode();
        if (!give(deeper)) {
          path.push(deeper);
        }
      } else if (level.ended) {
        path.pop();
        close(level);
      } else {
        listing.readBlock(level, visitor);
      }
    }
  }

  /** Leaves the folder, and those above it whose last one it was. */
  private void close(Level last) throws IOException {
    Level level = last;
    while (level != null && level.open.decrementAndGet() == 0) {
      visitor.leave(level.folder, level.entry, level.complete);
      tree.retire(level.folder);
      level = level.parent;
    }
  }
}
