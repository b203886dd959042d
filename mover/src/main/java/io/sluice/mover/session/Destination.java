package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Store;
import io.sluice.mover.StoreException;
import java.io.IOException;

/**
 * Where files go: the rules of {@code cp}. An existing folder means into it; several files need
 * one; any other name is the file's own. Asked on threads that may block.
 */
final class Destination {
  private static final int ENOENT = 2;
  private static final int ENOTDIR = 20;

  private final Store store;
  private final BytePath path;
  private final boolean many;
  private final boolean makePath;
  private Boolean into;

  /**
   * Makes one.
   *
   * @param store where
   * @param path as the user gave it
   * @param many whether several files come
   * @param makePath whether missing folders are made
   */
  Destination(Store store, BytePath path, boolean many, boolean makePath) {
    this.store = store;
    this.path = path;
    this.many = many;
    this.makePath = makePath;
  }

  /** The final name of a file with this base name. */
  BytePath target(BytePath name) throws IOException {
    return isFolder() ? path.resolve(name) : path;
  }

  private synchronized boolean isFolder() throws IOException {
    if (into == null) {
      into = look();
    }
    return into;
  }

  private boolean look() throws IOException {
    Attributes there = store.attributes(path.isEmpty() ? BytePath.of(".") : path);
    if (there != null && there.type() == Attributes.Type.DIRECTORY) {
      return true;
    }
    boolean folder = many || path.endsWithSlash();
    if (folder && there != null) {
      throw new StoreException(path, ENOTDIR, "Not a directory");
    }
    if (folder) {
      if (!makePath) {
        throw new StoreException(
            path, ENOENT, "No such file or directory (--mkpath makes the folder)");
      }
      store.makeFolder(path, true);
      return true;
    }
    BytePath parent = path.parent();
    if (there == null && makePath && !parent.isEmpty()) {
      store.makeFolder(parent, true);
    }
    return false;
  }
}
