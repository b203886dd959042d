package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;

/** An entry that the sender has told and that is not settled. */
final class TreeItem {
  private static final BytePath SELF = BytePath.of("");

  /** Bits of a reference that are the place in the batch. */
  private static final int PLACE_BITS = 16;

  /** What both sides call it. */
  final long reference;

  /** The folder it is in; where the name is empty, itself. */
  final Folder folder;

  final BytePath name;
  final Attributes.Type type;

  /** Of a regular file, as they were when it was found; else {@code null}. */
  final Attributes attributes;

  /** Whether it has holes. */
  final boolean sparse;

  /** Whether it is a further name of what was told before. */
  final boolean extraName;

  /** What will have been done to it when its content is there. */
  Change change = Change.CREATED;

  private TreeItem(
      long reference,
      Folder folder,
      BytePath name,
      Attributes.Type type,
      Attributes attributes,
      boolean sparse,
      boolean extraName) {
    this.reference = reference;
    this.folder = folder;
    this.name = name;
    this.type = type;
    this.attributes = attributes;
    this.sparse = sparse;
    this.extraName = extraName;
  }

  /** The reference of a record: which batch, and its place in it. */
  static long reference(long batch, int place) {
    return batch << PLACE_BITS | place;
  }

  static TreeItem of(long reference, Folder in, Entry entry, boolean extraName) {
    Attributes a = entry.attributes();
    boolean file = a.type() == Attributes.Type.FILE;
    return new TreeItem(
        reference, in, entry.name(), a.type(), file ? a : null, entry.isSparse(), extraName);
  }

  static TreeItem of(long reference, Folder folder) {
    return new TreeItem(reference, folder, SELF, Attributes.Type.DIRECTORY, null, false, false);
  }

  /** From the tree's root. */
  BytePath path() {
    return name.isEmpty() ? folder.path() : folder.path(name);
  }

  /** For people: with the root's. */
  BytePath shown() {
    return folder.tree().root().name().resolve(path());
  }
}
