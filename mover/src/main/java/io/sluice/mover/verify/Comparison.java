package io.sluice.mover.verify;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Source;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.FolderNames;
import io.sluice.mover.store.Metadata;
import io.sluice.mover.store.Replica;
import io.sluice.mover.store.Tree;
import io.sluice.mover.store.Visitor;
import io.sluice.mover.store.Walk;
import io.sluice.mover.verify.Difference.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares two folders with all that is in them, or two files, on this host. One comparison runs
 * once. Symbolic links are compared, never followed. One bad entry never stops the rest.
 */
public final class Comparison implements Visitor {
  private static final int QUEUE = 256;

  private final FileStore store;
  private final Set<Keep> facts;
  private final Selection selection;
  private final Listener listener;
  private final Facts metadata;
  private final HardLinks hardLinks = new HardLinks();
  private final Map<Long, Level> levels = new ConcurrentHashMap<>();
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong differences = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final ThreadPoolExecutor readers;
  private Tree first;
  private Replica second;
  private volatile Walk walk;

  /** Hears what is found. Called by one thread at a time. */
  public interface Listener {
    /** The sides differ in this. */
    void differs(Difference difference);

    /** This could not be compared. */
    void failed(Failure failure);
  }

  /**
   * How it ended.
   *
   * @param entries that were compared, folders included
   * @param bytes of content that were compared
   * @param differences that were told
   * @param failures that were told
   */
  public record Result(long entries, long bytes, long differences, long failures) {}

  /** A folder that both sides have, while it is walked. */
  private record Level(Folder other, Set<BytePath> names) {}

  /**
   * A comparison that begins with {@link #run}.
   *
   * @param facts that are compared besides type, size, content and links
   * @param selection what takes part
   */
  public Comparison(FileStore store, Set<Keep> facts, Selection selection, Listener listener) {
    this.store = store;
    this.facts = Set.copyOf(facts);
    this.selection = selection;
    this.listener = listener;
    this.metadata = new Facts(facts);
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    // Who walks reads as well where the readers can't keep up: so no more than this is held.
    readers =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE),
            task -> {
              Thread thread = new Thread(task, "sluice-verify");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /**
   * Compares and tells; returns when all is told.
   *
   * @throws IOException where one of the two is not there or can't be opened
   */
  public Result run(BytePath one, BytePath other) throws IOException, InterruptedException {
    BytePath left = store.canonical(one);
    BytePath right = store.canonical(other);
    boolean folders = isFolder(left);
    if (folders != isFolder(right)) {
      readers.shutdown();
      differs(BytePath.of(""), Kind.TYPE, folders ? "a folder and a file" : "a file and a folder");
      return result();
    }
    boolean xattrs = facts.contains(Keep.XATTRS);
    Metadata looked = new Metadata(true, true, true, xattrs);
    try (Tree tree = store.tree(folders ? left : left.parent());
        Replica replica = store.replica(folders ? right : right.parent(), looked)) {
      first = tree;
      second = replica;
      try {
        if (folders) {
          walk = new Walk(tree, new Walk.Options(xattrs, false), this);
          walk.run(2);
        } else {
          files(left, right, looked);
        }
      } finally {
        readers.shutdown();
        // Until then the files of both sides are in use.
        while (!readers.awaitTermination(1, TimeUnit.MINUTES)) {
          Thread.onSpinWait();
        }
      }
    }
    return result();
  }

  private boolean isFolder(BytePath path) throws IOException {
    Attributes attributes = store.attributes(path);
    if (attributes == null) {
      throw new StoreException(path, 0, "is not there");
    }
    return attributes.type() == Attributes.Type.DIRECTORY;
  }

  private void files(BytePath left, BytePath right, Metadata looked) throws IOException {
    try (Replica source = store.replica(left.parent(), looked)) {
      Entry a = source.entry(source.tree().root(), left.name());
      Entry b = second.entry(second.tree().root(), right.name());
      if (a == null || b == null) {
        throw new StoreException(a == null ? left : right, 0, "is not there");
      }
      both(first.root(), a, second.tree().root(), b, BytePath.of(""));
    }
  }

  private Result result() {
    return new Result(entries.get(), bytes.get(), differences.get(), failures.get());
  }

  @Override
  public boolean entry(Folder in, Entry entry) {
    BytePath path = in.path(entry.name());
    Level level = levels.get(in.id());
    level.names.add(entry.name());
    if (leftOut(path, entry)) {
      return false;
    }
    try {
      Entry there = second.entry(level.other, entry.name());
      if (there == null) {
        differs(path, Kind.MISSING, "only on the first side");
        return false;
      }
      return both(in, entry, level.other, there, path);
    } catch (StoreException e) {
      failed(e);
      return false;
    }
  }

  /** Compares two entries of one name; tells whether they are folders. */
  private boolean both(Folder in, Entry a, Folder other, Entry b, BytePath path) {
    entries.incrementAndGet();
    Attributes.Type type = a.attributes().type();
    if (type != b.attributes().type()) {
      differs(path, Kind.TYPE, type.letter() + " and " + b.attributes().type().letter());
      return false;
    }
    metadata.compare(a, b, (kind, detail) -> differs(path, kind, detail));
    if (facts.contains(Keep.HARD_LINKS) && !hardLinks.fit(a, b)) {
      differs(path, Kind.HARD_LINKS, "is linked with other names");
    }
    long size = a.attributes().size();
    if (type == Attributes.Type.FILE && size > 0 && size == b.attributes().size()) {
      readers.execute(() -> content(in, a, other, b, path));
    }
    return type == Attributes.Type.DIRECTORY;
  }

  private void content(Folder in, Entry a, Folder other, Entry b, BytePath path) {
    long size = a.attributes().size();
    try (Source left = first.source(in, a.name());
        Source right = second.tree().source(other, b.name())) {
      long mismatch = Content.mismatch(left, right, size, a.isSparse() || b.isSparse());
      bytes.addAndGet(mismatch < 0 ? size : mismatch);
      if (mismatch >= 0) {
        differs(path, Kind.CONTENT, "from byte " + mismatch + " on");
      }
    } catch (StoreException e) {
      failed(e);
    } catch (IOException e) {
      failed(new StoreException(in.path(a.name()), 0, String.valueOf(e.getMessage())));
    }
  }

  private boolean leftOut(BytePath path, Entry entry) {
    Attributes a = entry.attributes();
    boolean special =
        a.type() != Attributes.Type.FILE
            && a.type() != Attributes.Type.LINK
            && a.type() != Attributes.Type.DIRECTORY;
    return selection.excludes(path, entry.isFolder())
        || (a.type() == Attributes.Type.FILE && selection.excludes(a.size()))
        || (special && !facts.contains(Keep.SPECIALS));
  }

  @Override
  public void enter(Folder folder, Entry entry) throws IOException {
    if (folder.parent() == null) {
      Folder root = second.tree().root();
      levels.put(folder.id(), new Level(root, new HashSet<>()));
      entries.incrementAndGet();
      BytePath path = BytePath.of("");
      metadata.compare(entry, second.self(root), (kind, detail) -> differs(path, kind, detail));
    } else {
      Level above = levels.get(folder.parent().id());
      levels.put(folder.id(), new Level(above.other.child(folder.name()), new HashSet<>()));
    }
  }

  @Override
  public void leave(Folder folder, Entry entry, boolean complete) {
    Level level = levels.remove(folder.id());
    if (!complete) {
      return;
    }
    try {
      FolderNames.tell(
          level.other,
          (name, leftover) -> {
            if (!leftover && !level.names.contains(name)) {
              extra(folder.path(name), second.entry(level.other, name));
            }
          });
    } catch (StoreException e) {
      failed(e);
    }
  }

  private void extra(BytePath path, Entry there) {
    if (there != null && !leftOut(path, there)) {
      differs(path, Kind.EXTRA, "only on the second side");
    }
  }

  @Override
  public void failed(Folder in, BytePath name, StoreException cause) {
    Level level = levels.get(in.id());
    if (name != null && level != null) {
      level.names.add(name);
    }
    failed(cause);
  }

  private void differs(BytePath path, Kind kind, String detail) {
    differences.incrementAndGet();
    synchronized (listener) {
      listener.differs(new Difference(path, kind, detail));
    }
  }

  private void failed(StoreException e) {
    failures.incrementAndGet();
    synchronized (listener) {
      listener.failed(new Failure(Failure.Kind.FILE, "here", e.path(), e.reason()));
    }
  }
}
