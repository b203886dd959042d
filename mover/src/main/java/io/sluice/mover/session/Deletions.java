package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.store.Replica;
import io.sluice.mover.store.TreeAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the source does not hold, noted folder by folder and deleted at the end, when it is known
 * that the source was read as a whole and that it is not more than may be deleted. Thread-safe.
 */
final class Deletions {
  private static final long LEAST_ALLOWED = 1_000;
  private static final int PATHS_AT_ONCE = 500;

  private final SyncOptions options;
  private final boolean itemise;
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

  Deletions(TreeSettings settings) {
    this.options = settings.options();
    this.itemise = settings.itemise();
  }

  /** Notes what is too much in a folder; removes what a copy left that was killed. */
  void look(Replica replica, ReplicaFolder folder) throws IOException {
    List<BytePath> leftovers = new ArrayList<>();
    TreeAccess.names(
        replica,
        folder.folder(),
        (name, ours) -> {
          if (ours) {
            leftovers.add(name);
          } else if (folder.told != null && folder.complete && !folder.told.contains(name)) {
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

  /**
   * Deletes, or in a dry run tells.
   *
   * @param entries the source has
   * @param allowed whether it was read as a whole and is not empty
   * @throws StoreException where it deletes nothing because it must not, or something could not be
   *     deleted
   */
  void run(Replica replica, long entries, boolean allowed, Told told, Restorer restorer)
      throws IOException {
    if (extras.isEmpty()) {
      return;
    }
    BytePath root = replica.tree().root().name();
    if (!allowed) {
      throw new StoreException(
          root, 0, "nothing was deleted: the source could not be read as a whole, or is empty");
    }
    long most =
        options.maxDelete() == SyncOptions.AUTO
            ? Math.max(LEAST_ALLOWED, entries / 10)
            : options.maxDelete();
    long total = 0;
    for (Extra extra : extras) {
      if (total <= most) {
        total += TreeAccess.count(replica, extra.folder.folder(), extra.name, most + 1 - total);
      }
    }
    if (total > most) {
      throw new StoreException(
          root,
          0,
          "nothing was deleted: more than "
              + most
              + " entries would be, which --max-delete does not allow");
    }
    delete(replica, told, restorer);
  }

  private void delete(Replica replica, Told told, Restorer restorer) throws IOException {
    Set<ReplicaFolder> touched = new LinkedHashSet<>();
    List<BytePath> paths = new ArrayList<>();
    IOException failure = null;
    long count = 0;
    for (Extra extra : extras) {
      long below = 1;
      try {
        below = TreeAccess.count(replica, extra.folder.folder(), extra.name, Long.MAX_VALUE);
        if (!options.dryRun()) {
          touched.add(extra.folder);
          replica.remove(extra.folder.folder(), extra.name);
        }
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        continue;
      }
      count += below;
      if (itemise) {
        paths.add(extra.folder.path(extra.name));
      }
      if (paths.size() >= PATHS_AT_ONCE) {
        told.deleted(count, List.copyOf(paths));
        count = 0;
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
