package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;

/**
 * Is told what a {@link Walk} finds. Called by several threads at once, for one folder by one
 * thread at a time. A call that blocks holds up its thread of the walk; an exception ends the walk.
 */
public interface Visitor {
  /**
   * Something is there. A folder's own entry comes before all that is in it.
   *
   * @param in the folder it is in
   * @param entry what it is; safe to keep
   * @return for a folder, whether to go into it
   */
  boolean entry(Folder in, Entry entry) throws IOException;

  /**
   * The walk goes into a folder for whose entry {@link #entry} said so, or into the root.
   *
   * @param folder whose entries follow
   * @param entry the folder's own
   */
  default void enter(Folder folder, Entry entry) throws IOException {}

  /**
   * All that is in a folder was told, and all below it was left as well.
   *
   * @param complete whether all its names could be read; nothing may be deleted for want of a name
   *     where it is not
   */
  default void leave(Folder folder, Entry entry, boolean complete) throws IOException {}

  /** A part or journal of a copy is there, which is no content of the tree. */
  default void leftover(Folder in, BytePath name) throws IOException {}

  /**
   * Something could not be read. What vanished between its name and its attributes comes here with
   * {@code ENOENT}. The walk goes on.
   *
   * @param in the folder it is in
   * @param name of the entry, or {@code null} where it is the folder's list of names
   */
  void failed(Folder in, BytePath name, StoreException cause) throws IOException;
}
