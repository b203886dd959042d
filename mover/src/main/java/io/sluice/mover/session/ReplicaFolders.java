package io.sluice.mover.session;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.Replica;
import java.io.IOException;
import java.util.List;

/**
 * Opens the replica and makes its folders when they are needed, and gives each its metadata when
 * nothing in it is under way any more. Thread-safe.
 */
final class ReplicaFolders {
  private final TreeDestination destination;
  private final SyncOptions options;
  private final Likeness likeness;
  private final SharedFiles shared;
  private final Backups backups;
  private final Remarks remarks;

  private volatile Replica replica;
  private boolean closed;

  /** {@code backups} is {@code null} where nothing is kept. */
  ReplicaFolders(
      TreeDestination destination,
      SyncOptions options,
      Likeness likeness,
      SharedFiles shared,
      Backups backups,
      Remarks remarks) {
    this.destination = destination;
    this.options = options;
    this.likeness = likeness;
    this.shared = shared;
    this.backups = backups;
    this.remarks = remarks;
  }

  /** The replica; {@code null} before its root is made, and in a dry run where it is not there. */
  Replica replica() {
    return replica;
  }

  /** Makes a folder and those above it, or finds them. */
  void prepare(ReplicaFolder folder) throws StoreException {
    if (folder.isMade()) {
      return;
    }
    if (folder.parent != null) {
      prepare(folder.parent);
    }
    folder.prepare(this::make);
  }

  private ReplicaFolder.Made make(ReplicaFolder folder) throws StoreException {
    if (folder.parent == null) {
      if (!open()) {
        return new ReplicaFolder.Made(null, true, Change.CREATED);
      }
      Folder root = replica.tree().root();
      Entry there = replica.self(root);
      return new ReplicaFolder.Made(root, false, likeness.change(folder.entry, there));
    }
    Folder parent = folder.parent.folder();
    if (parent == null) {
      return new ReplicaFolder.Made(null, true, Change.CREATED);
    }
    BytePath name = folder.entry.name();
    Entry there = folder.parent.isNew() ? null : replica.entry(parent, name);
    if (there != null && there.isFolder()) {
      if (!options.dryRun()) {
        replica.openUp(parent, there);
      }
      return new ReplicaFolder.Made(
          parent.child(name), false, likeness.change(folder.entry, there));
    }
    Change change = there == null ? Change.CREATED : Change.REPLACED;
    if (options.dryRun()) {
      return new ReplicaFolder.Made(null, true, change);
    }
    if (backups != null) {
      backups.giveWay(replica, parent, there);
    }
    return new ReplicaFolder.Made(replica.makeFolder(parent, name), true, change);
  }

  /** False where it is not there, in a dry run. */
  private synchronized boolean open() throws StoreException {
    try {
      Replica opened = destination.open();
      if (closed && opened != null) {
        opened.close();
        throw new StoreException(opened.tree().root().name(), 0, "the session is over");
      }
      if (opened != null) {
        for (BytePath missing : shared.open(destination, options.earlier().links())) {
          remarks.add(missing, List.of("is not there: no file of it can be shared"));
        }
      }
      replica = opened;
      return opened != null;
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreException(BytePath.of(""), 0, String.valueOf(e.getMessage()));
    }
  }

  /** Sets a folder's metadata where it is not what it should be. */
  void setMetadata(ReplicaFolder folder) throws StoreException {
    Folder in = folder.folder();
    Entry there = folder.isNew() ? null : replica.self(in);
    if (there == null || likeness.change(folder.entry, there) != Change.SAME) {
      remarks.add(folder, null, replica.finish(in, folder.entry));
    }
  }

  /** Makes all of it durable. */
  void sync() throws StoreException {
    if (replica != null && !options.dryRun()) {
      replica.sync();
    }
  }

  synchronized void close() {
    closed = true;
    shared.close();
    if (replica != null) {
      replica.close();
    }
  }
}
