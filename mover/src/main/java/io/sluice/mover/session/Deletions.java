package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.FolderNames;
import io.sluice.mover.store.Replica;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the source does not hold, noted folder by folder and deleted at the end, when it is known
 * that the source was read as a whole and that it is not more than may be deleted. Thread-safe.
 */
final class Deletions {
  private static final int PATHS_AT_ONCE = 500;

  /** Bytes of the paths that are told at once; one may be half of what a frame holds. */
  private static final int BYTES_AT_ONCE = 256 << 10;

  private final SyncOptions options;
  private final boolean itemise;
  private final Backups backups;
  private final SharedFiles shared;
  private final List<Extra> extras = new ArrayList<>();

  private record Extra(ReplicaFolder folder, BytePath name) {}

  /** Is told what was deleted, some at once. */
  interface Told {
    void deleted(long count, List<BytePath> paths);
  }

  /** Sets a folder's metadata again, because a deletion changed its time. */
  interface Restorer {
    void restore(ReplicaFolder folder) throws StoreException;
  }

  /** {@code backups} is {@code null} where nothing is kept. */
  Deletions(TreeSettings settings, Backups backups, SharedFiles shared) {
    this.backups = backups;
    this.shared = shared;
    this.options = settings.options();
    this.itemise = settings.itemise();
  }

  /** Notes what is too much in a folder; removes what a copy left that was killed. */
  void look(Replica replica, ReplicaFolder folder) throws IOException {
    List<BytePath> leftovers = new ArrayList<>();
    FolderNames.tell(
        folder.folder(),
        (name, ours) -> {
          if (ours) {
            leftovers.add(name);
          } else if (folder.told != null
              && folder.complete
              && !folder.told.contains(name)
              && !isOfEarlier(replica, folder.folder(), name)
              && !isProtected(replica, folder.folder(), name, folder.path(name))) {
            synchronized (extras) {
              extras.add(new Extra(folder, name));
            }
          }
        });
    if (!options.dryRun()) {
      for (BytePath name : leftovers) {
        replica.removeLeftover(folder.folder(), name);
      }
    }
  }

  /** Whether it is a backup, or a folder in which backups or an earlier replica lie. */
  private boolean isOfEarlier(Replica replica, Folder in, BytePath name) throws StoreException {
    if (backups != null && backups.isBackup(name)) {
      return true;
    }
    List<Replica> others = new ArrayList<>(shared.replicas());
    Replica kept = backups == null || options.dryRun() ? null : backups.folder();
    if (kept != null) {
      others.add(kept);
    }
    if (others.isEmpty()) {
      return false;
    }
    Entry there = replica.entry(in, name);
    for (Replica other : others) {
      if (there != null && there.isFolder() && other.tree().root().isWithin(there)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the rules leave it out, or something in it: then it stays as it is. */
  private boolean isProtected(Replica replica, Folder in, BytePath name, BytePath path)
      throws StoreException {
    Selection selection = options.selection();
    if (selection.isAll()) {
      return false;
    }
    Deque<Looked> left = new ArrayDeque<>();
    left.push(new Looked(in, name, path));
    while (!left.isEmpty()) {
      Looked looked = left.pop();
      Entry there = replica.entry(looked.in, looked.name);
      boolean folder = there != null && there.isFolder();
      if (there != null && selection.excludes(looked.path, folder)) {
        return true;
      }
      if (folder) {
        Folder below = looked.in.child(looked.name);
        FolderNames.tell(
            below, (one, ours) -> left.push(new Looked(below, one, looked.path.resolve(one))));
      }
    }
    return false;
  }

  private record Looked(Folder in, BytePath name, BytePath path) {}

  /**
   * Deletes, or in a dry run tells.
   *
   * @param entries the source has
   * @param source whether it was read as a whole
   * @throws StoreException where it deletes nothing because it must not, or something could not be
   *     deleted
   */
  void run(Replica replica, long entries, Standing source, Told told, Restorer restorer)
      throws IOException {
    if (extras.isEmpty()) {
      return;
    }
    BytePath root = replica.tree().root().name();
    long most = DeleteGuard.most(entries, options.maxDelete());
    long total = 0;
    for (Extra extra : extras) {
      if (source == Standing.WHOLE && total <= most) {
        total += FolderNames.count(replica, extra.folder.folder(), extra.name, most + 1 - total);
      }
    }
    boolean empty = entries == 0;
    String refusal =
        DeleteGuard.refusal(
            Math.max(1, total),
            entries,
            options.maxDelete(),
            source == Standing.WHOLE || empty,
            // A comparison touches nothing: it may tell of an empty side what it lacks.
            empty && !options.compare(),
            source == Standing.MOVED);
    if (refusal != null) {
      throw new StoreException(root, 0, refusal);
    }
    delete(replica, told, restorer);
  }

  private void remove(Replica replica, Extra extra) throws StoreException {
    if (backups == null) {
      replica.remove(extra.folder.folder(), extra.name);
    } else {
      backups.retire(replica, extra.folder.folder(), extra.name);
    }
  }

  private void delete(Replica replica, Told told, Restorer restorer) throws IOException {
    Set<ReplicaFolder> touched = new LinkedHashSet<>();
    List<BytePath> paths = new ArrayList<>();
    IOException failure = null;
    long count = 0;
    long bytes = 0;
    for (Extra extra : extras) {
      long below = 1;
      try {
        below = FolderNames.count(replica, extra.folder.folder(), extra.name, Long.MAX_VALUE);
        if (!options.dryRun()) {
          touched.add(extra.folder);
          remove(replica, extra);
        }
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        continue;
      }
      count += below;
      if (itemise) {
        BytePath path = extra.folder.path(extra.name);
        paths.add(path);
        bytes += path.length();
      }
      if (paths.size() >= PATHS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        told.deleted(count, List.copyOf(paths));
        count = 0;
        bytes = 0;
        paths.clear();
      }
    }
    if (count > 0) {
      told.deleted(count, List.copyOf(paths));
    }
    for (ReplicaFolder folder : touched) {
      restorer.restore(folder);
    }
    if (failure != null) {
      throw failure;
    }
  }
}
