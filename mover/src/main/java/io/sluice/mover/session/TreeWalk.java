package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.EntryFilter;
import io.sluice.mover.Failure;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.filter.FileList;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.Tree;
import io.sluice.mover.store.Visitor;
import io.sluice.mover.store.Walk;
import io.sluice.mover.wire.Trouble;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Walks the source and tells what is there, in an order in which it can be made. */
final class TreeWalk implements Visitor {
  private static final int ENOENT = 2;
  private static final int THREADS = 2;

  /** Bytes of a file whose hash takes long enough that the other side should not wait for more. */
  private static final long LONG_TO_HASH = 1 << 20;

  private final Tree tree;
  private final TreeScope scope;
  private final SyncOptions options;
  private final boolean carriesSpecials;
  private final boolean carriesHardLinks;
  private final BatchWriter batches;
  private final TreeSender owner;
  private final Events events;
  private final Walk walk;
  private final LinkTable links = new LinkTable();
  private final AtomicLong entries = new AtomicLong();
  private volatile long rootDevice;
  private volatile boolean failed;
  private volatile boolean finished;

  TreeWalk(
      Tree tree,
      TreeScope scope,
      SyncOptions options,
      BatchWriter batches,
      TreeSender owner,
      Events events) {
    this.tree = tree;
    this.scope = scope;
    this.options = options;
    this.carriesSpecials = options.keep().contains(Keep.SPECIALS);
    this.carriesHardLinks = options.keep().contains(Keep.HARD_LINKS);
    this.batches = batches;
    this.owner = owner;
    this.events = events;
    this.walk =
        new Walk(
            tree,
            new Walk.Options(options.keep().contains(Keep.XATTRS), options.oneFileSystem()),
            this);
  }

  /** Walks to the end; the last batch is sent when it returns. */
  void run() throws IOException, InterruptedException {
    try {
      // Hashing keeps a processor busy, looking waits for the disk.
      walk.run(
          options.checksum()
              ? Math.max(THREADS, Runtime.getRuntime().availableProcessors())
              : THREADS);
      if (scope.isAll()) {
        tellUnseen();
      }
      finished = true;
    } finally {
      synchronized (batches) {
        if (owner.isClosed()) {
          batches.drop();
        } else {
          batches.flush();
        }
      }
    }
  }

  void stop() {
    walk.stop();
  }

  /** Entries that were told, but for folders. */
  long entries() {
    return entries.get();
  }

  /**
   * Whether all that the source holds was told, so that what was not told may be deleted: every
   * folder could be read, the root is not empty, as one is from which a disk was unmounted, and it
   * is still the one at its path. Looks at the file system.
   */
  Standing standing() {
    if (options.delete() && !tree.isInPlace()) {
      return Standing.MOVED;
    }
    return finished && !failed && entries.get() > 0 ? Standing.WHOLE : Standing.PARTLY;
  }

  @Override
  public boolean entry(Folder in, Entry entry) throws IOException {
    awaitRoom();
    if (leavesOut(in, entry)) {
      return false;
    }
    entries.incrementAndGet();
    TreeScope.Telling telling = scope.telling(in, entry);
    if (telling != TreeScope.Telling.TOLD) {
      tellLess(in, entry, telling);
      return false;
    }
    Attributes a = entry.attributes();
    if (entry.isFolder()) {
      if (options.oneFileSystem() && a.device() != rootDevice) {
        // What is mounted there stays out; the folder it is mounted on is the tree's.
        tellLess(in, entry, TreeScope.Telling.ITSELF);
      }
      return true;
    }
    boolean special = a.type() != Attributes.Type.FILE && a.type() != Attributes.Type.LINK;
    if (special && !carriesSpecials) {
      synchronized (batches) {
        batches.protect(in, entry.name());
      }
      return false;
    }
    if (!EntryCodec.fits(entry)) {
      tooManyXattrs(in.path(entry.name()), entry, "it was not copied");
      synchronized (batches) {
        batches.protect(in, entry.name());
      }
      return false;
    }
    byte[] hash = null;
    if (options.checksum() && a.type() == Attributes.Type.FILE && a.size() > 0) {
      hash = hash(in, entry);
      if (hash == null && options.dryRun()) {
        // Nothing will be sent that would tell why, and what can't be read is not another content.
        synchronized (batches) {
          batches.protect(in, entry.name());
        }
        return false;
      }
    }
    synchronized (batches) {
      LinkTable.First first = null;
      boolean several = entry.links() > 1 && carriesHardLinks;
      if (several) {
        scope.meetLinks();
        BytePath path = in.path(entry.name());
        first = links.seen(a.device(), a.inode(), entry.links(), batches.next(), path);
      }
      if (first == null) {
        batches.item(in, entry, hash, several);
      } else {
        batches.link(in, entry, first);
      }
      if (hash != null && a.size() >= LONG_TO_HASH) {
        // The other side hashes this one while the next is hashed here.
        batches.flush();
      }
    }
    return false;
  }

  /** Tells of an entry that it is there, of a folder what it is, or nothing. */
  private void tellLess(Folder in, Entry entry, TreeScope.Telling telling) throws IOException {
    synchronized (batches) {
      if (telling == TreeScope.Telling.ITSELF) {
        Folder folder = in.child(entry.name());
        batches.enter(folder, fitting(folder, entry));
        batches.leave(folder, false);
      } else if (telling == TreeScope.Telling.THERE) {
        batches.protect(in, entry.name());
      }
    }
  }

  /**
   * A folder with attributes that no frame holds goes without them, for the sake of its content.
   */
  private Entry fitting(Folder folder, Entry entry) {
    if (EntryCodec.fits(entry)) {
      return entry;
    }
    tooManyXattrs(folder.path(), entry, "its content was copied, they were not");
    return new Entry(
        entry.name(),
        entry.attributes(),
        entry.links(),
        entry.allocated(),
        entry.rdevMajor(),
        entry.rdevMinor(),
        entry.linkTarget(),
        List.of());
  }

  private void tooManyXattrs(BytePath path, Entry entry, String so) {
    events.trouble(
        new Trouble(
            Failure.Kind.FILE,
            tree.root().name().resolve(path),
            "has %d extended attributes of %d KiB together, more than the %d KiB that can be carried: %s"
                .formatted(
                    entry.xattrs().size(),
                    EntryCodec.xattrBytes(entry) >> 10,
                    EntryCodec.MOST_XATTR_BYTES >> 10,
                    so)));
  }

  /** Whether it takes no part. The receiver has the rules too, but knows no sizes of the source. */
  private boolean leavesOut(Folder in, Entry entry) throws IOException {
    if (options.filter() != EntryFilter.ALL
        && !options.filter().takes(in.path(entry.name()), entry.attributes())) {
      synchronized (batches) {
        batches.protect(in, entry.name());
      }
      return true;
    }
    Selection selection = options.selection();
    if (selection.isAll()) {
      return false;
    }
    if (selection.excludes(in.path(entry.name()), entry.isFolder())) {
      return true;
    }
    Attributes a = entry.attributes();
    boolean size = a.type() == Attributes.Type.FILE && selection.excludes(a.size());
    if (size) {
      synchronized (batches) {
        batches.protect(in, entry.name());
      }
    }
    return size;
  }

  /** Tells which files were named and are not there: not all that was asked for can be. */
  private void tellUnseen() {
    FileList list = options.selection().list();
    if (list != null && !failed) {
      for (BytePath name : list.unseen()) {
        failed = true;
        events.trouble(new Trouble(Failure.Kind.FILE, name, "is named but not there"));
      }
    }
  }

  /**
   * The content's hash, or {@code null} where it can't be read: its sending will tell why, or in a
   * dry run this does.
   */
  private byte[] hash(Folder in, Entry entry) {
    try {
      return TreeHash.of(tree.source(in, entry.name()));
    } catch (IOException e) {
      if (options.dryRun()) {
        StoreException cause =
            e instanceof StoreException store
                ? store
                : new StoreException(in.path(entry.name()), 0, String.valueOf(e.getMessage()));
        events.trouble(new Trouble(Failure.Kind.FILE, cause.path(), cause.reason()));
      }
      return null;
    }
  }

  @Override
  public void enter(Folder folder, Entry entry) throws IOException {
    if (folder.parent() == null) {
      rootDevice = entry.attributes().device();
    }
    awaitRoom();
    scope.enter(folder);
    Entry fitting = fitting(folder, entry);
    synchronized (batches) {
      batches.enter(folder, fitting);
    }
  }

  @Override
  public void leave(Folder folder, Entry entry, boolean complete) throws IOException {
    boolean whole = scope.leave(folder) && complete;
    synchronized (batches) {
      batches.leave(folder, whole);
    }
  }

  @Override
  public void failed(Folder in, BytePath name, StoreException cause) {
    boolean gone = cause.errno() == ENOENT;
    failed |= !gone;
    events.trouble(
        new Trouble(
            gone ? Failure.Kind.VANISHED : Failure.Kind.FILE,
            cause.path(),
            gone ? "vanished" : cause.reason()));
  }

  private void awaitRoom() throws IOException {
    try {
      owner.awaitRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    if (owner.isClosed()) {
      throw new InterruptedIOException("the session is over");
    }
  }
}
