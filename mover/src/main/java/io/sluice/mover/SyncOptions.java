package io.sluice.mover;

import io.sluice.mover.filter.Selection;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a tree is made equal to another. Immutable.
 *
 * @param keep which facts besides the bytes are carried over
 * @param delete whether what the source does not hold is deleted, after all else went well
 * @param maxDelete entries that may be deleted, beyond which none is; or {@link #AUTO}
 * @param dryRun whether it is only told what would be done
 * @param checksum whether content is compared where size and time are equal
 * @param oneFileSystem whether it stays out of folders on which another file system is mounted
 * @param noClobber leave files alone that exist
 * @param update leave files alone that are not older than their source
 * @param into whether an existing folder as destination means into it, as {@code cp -r} does; else
 *     the destination becomes what the source is
 * @param makePath make missing parents of the destination
 * @param selection what takes part; the rest is neither copied nor deleted
 * @param earlier what becomes of what gives way, and what is shared with earlier replicas
 * @param filter the application's own, for sources of this host
 */
public record SyncOptions(
    Set<Keep> keep,
    boolean delete,
    long maxDelete,
    boolean dryRun,
    boolean checksum,
    boolean oneFileSystem,
    boolean noClobber,
    boolean update,
    boolean into,
    boolean makePath,
    Selection selection,
    Earlier earlier,
    EntryFilter filter) {
  /** A tenth of the source's entries, at least 1,000. */
  public static final long AUTO = -1;

  /** Bytes of a selection that travel in one frame with room to spare. */
  private static final int MOST_SELECTION = 512 << 10;

  /** Facts of an entry besides its bytes. */
  public enum Keep {
    /** Owner and group, by number. */
    OWNER,
    /** Permission bits. */
    MODE,
    /** Time of the last change, to the nanosecond. */
    TIMES,
    /** Extended attributes and POSIX ACLs. */
    XATTRS,
    /** Which names are names of one file. */
    HARD_LINKS,
    /** FIFOs, sockets and devices. */
    SPECIALS
  }

  /** Copies the set. */
  public SyncOptions {
    keep = Set.copyOf(keep);
  }

  /** Keeps all, deletes nothing. */
  public static SyncOptions defaults() {
    return new SyncOptions(
        EnumSet.allOf(Keep.class),
        false,
        AUTO,
        false,
        false,
        false,
        false,
        false,
        false,
        false,
        Selection.ALL,
        Earlier.NONE,
        EntryFilter.ALL);
  }

  /** The same, keeping other facts. */
  public SyncOptions withKeep(Set<Keep> facts) {
    return new SyncOptions(
        facts,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        earlier,
        filter);
  }

  /** The same, deleting up to so many entries. */
  public SyncOptions withDelete(boolean on, long most) {
    return new SyncOptions(
        keep,
        on,
        most,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        earlier,
        filter);
  }

  /** The same, for show or not. */
  public SyncOptions withDryRun(boolean on) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        on,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        earlier,
        filter);
  }

  /** The same, comparing content or not. */
  public SyncOptions withChecksum(boolean on) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        on,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        earlier,
        filter);
  }

  /** The same, staying on the root's file system or not. */
  public SyncOptions withOneFileSystem(boolean on) {
    return new SyncOptions(
        keep, delete, maxDelete, dryRun, checksum, on, noClobber, update, into, makePath, selection,
        earlier, filter);
  }

  /** The same with the rules of {@code cp -r}. */
  public SyncOptions withCopyRules(CopyOptions copy) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        copy.noClobber(),
        copy.update(),
        true,
        copy.makePath(),
        selection,
        earlier,
        filter);
  }

  /** The same, making missing parents or not. */
  public SyncOptions withMakePath(boolean on) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        on,
        selection,
        earlier,
        filter);
  }

  /**
   * The same for what the selection leaves in.
   *
   * @throws IllegalArgumentException where its list is longer than a session takes
   */
  public SyncOptions withSelection(Selection wanted) {
    if (wanted.encode().length > MOST_SELECTION) {
      throw new IllegalArgumentException(
          "the names of the files to copy are more than 512 KiB: use patterns, or several runs");
    }
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        wanted,
        earlier,
        filter);
  }

  /** The same with backups, or files that are shared with earlier replicas. */
  public SyncOptions withEarlier(Earlier wanted) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        wanted,
        filter);
  }

  /**
   * The same with a filter of the application's own, for sources of this host: what another host
   * sends can only be selected by rules, which travel.
   */
  public SyncOptions withFilter(EntryFilter wanted) {
    return new SyncOptions(
        keep,
        delete,
        maxDelete,
        dryRun,
        checksum,
        oneFileSystem,
        noClobber,
        update,
        into,
        makePath,
        selection,
        earlier,
        wanted);
  }
}
