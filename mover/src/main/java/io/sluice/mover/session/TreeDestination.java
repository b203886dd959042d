package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.store.Metadata;
import io.sluice.mover.store.Replica;
import java.io.IOException;

/** Where a tree goes: makes its root where it is not there. */
final class TreeDestination {
  private static final int ENOENT = 2;
  private static final int ENOTDIR = 20;

  private final FileStore store;
  private final BytePath path;
  private final BytePath sourceName;
  private final SyncOptions options;
  private BytePath opened;

  /**
   * Makes one.
   *
   * @param path as the user gave it
   * @param sourceName base name of the source, which {@code cp -r} makes in a folder that exists
   */
  TreeDestination(FileStore store, BytePath path, BytePath sourceName, SyncOptions options) {
    this.store = store;
    this.path = path;
    this.sourceName = sourceName;
    this.options = options;
  }

  /** Opens the root; {@code null} where it is not there, in a dry run. */
  Replica open() throws IOException {
    BytePath root = path.isEmpty() ? BytePath.of(".") : path;
    Attributes there = store.attributes(root);
    boolean folder = there != null && there.type() == Attributes.Type.DIRECTORY;
    if (options.into() && there == null && root.endsWithSlash()) {
      if (!options.makePath()) {
        throw new StoreException(
            root, ENOENT, "No such file or directory (--mkpath makes the folder)");
      }
      folder = true;
    }
    if (options.into() && folder) {
      root = root.resolve(sourceName);
      there = store.attributes(root);
    }
    if (there != null && there.type() != Attributes.Type.DIRECTORY) {
      throw new StoreException(root, ENOTDIR, "is there and is no folder");
    }
    opened = root;
    if (there == null) {
      if (options.dryRun()) {
        return null;
      }
      store.makeFolder(root, options.makePath());
    }
    return open(root);
  }

  /**
   * Opens another tree that the user named, after {@link #open}.
   *
   * @param other its path; a relative one starts at the root
   * @param make whether it is made where it is not there; else it is {@code null} then
   */
  Replica other(BytePath other, boolean make) throws IOException {
    BytePath at = opened.resolve(other);
    if (make) {
      store.makeFolder(at, true);
    } else if (store.attributes(at) == null) {
      return null;
    }
    return open(at);
  }

  private Replica open(BytePath at) throws IOException {
    return options.dryRun() ? store.view(at, metadata()) : store.replica(at, metadata());
  }

  private Metadata metadata() {
    return new Metadata(
        options.keep().contains(Keep.OWNER) && CopyTargets.isRoot(),
        options.keep().contains(Keep.MODE),
        options.keep().contains(Keep.TIMES),
        options.keep().contains(Keep.XATTRS));
  }
}
