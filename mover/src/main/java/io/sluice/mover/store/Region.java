package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.Closeable;

/** The part of the file system that a store reaches, and how paths lead into it. */
interface Region extends Closeable {
  /**
   * Opens what a path leads to; the empty path is the folder where relative ones start.
   *
   * @return a descriptor or {@code -errno}
   * @throws StoreException where the path does not lie in the region
   */
  int open(BytePath path, int flags, int mode) throws StoreException;

  /** The exception for a path and the {@code -errno} that {@link #open} returned for it. */
  StoreException failure(BytePath path, int result);

  /** The path as an absolute one. */
  BytePath canonical(BytePath path) throws StoreException;

  /** Whether the path is that of a folder where the region begins. */
  boolean isRoot(BytePath path) throws StoreException;

  /** Whether what an absolute link says is followed. */
  boolean followsAbsoluteLinks();

  @Override
  void close();
}
