package io.sluice.mover;

import io.sluice.mover.filter.Selection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a tree is made equal to another. Immutable.
 *
 * @param keep which facts besides the bytes are carried over
 * @param delete whether what the source does not hold is deleted, after all else went well
 * @param maxDelete entries that may be deleted, beyond which none is; or {@link #AUTO}
 * @param dryRun whether it is only told what would be done
 * @param compare whether the two are only compared, in all facts that are kept: see {@link
 *     #comparing}
 * @param checksum whether content is compared where size and time are equal
 * @param oneFileSystem whether it stays out of folders on which another file system is mounted
 * @param noClobber leave files alone that exist
 * @param update leave files alone that are not older than their source
 * @param into whether an existing folder as destination means into it, as {@code cp -r} does; else
 *     the destination becomes what the source is
 * @param makePath make missing parents of the destination
 * @param delta what is made of an older file of the destination
 * @param inPlace whether files of the destination are changed where they are, instead of replaced
 *     by new ones
 * @param selection what takes part; the rest is neither copied nor deleted
 * @param earlier what becomes of what gives way, and what is shared with earlier replicas
 * @param filter the application's own, for sources of this host
 */
public record SyncOptions(
    Set<Keep> keep,
    boolean delete,
    long maxDelete,
    boolean dryRun,
    boolean compare,
    boolean checksum,
    boolean oneFileSystem,
    boolean noClobber,
    boolean update,
    boolean into,
    boolean makePath,
    Delta delta,
    boolean inPlace,
    Selection selection,
    Earlier earlier,
    EntryFilter filter) {
  /** A tenth of the source's entries, at least 1,000. */
  public static final long AUTO = -1;

  /** Bytes of a selection that travel in one frame with room to spare. */
  private static final int MOST_SELECTION = 512 << 10;

  /** What is made of an older file under the name of one that is sent. */
  public enum Delta {
    /** {@link #BLOCKS} over a network, {@link #NONE} within one host. */
    AUTO,
    /** Nothing: files are sent as a whole. */
    NONE,
    /** Blocks that are the same at the same place are not sent. */
    BLOCKS,
    /** Pieces that are the same are not sent, wherever they were. */
    ROLLING
  }

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
        false,
        Delta.AUTO,
        false,
        Selection.ALL,
        Earlier.NONE,
        EntryFilter.ALL);
  }

  /** The same, keeping other facts. */
  public SyncOptions withKeep(Set<Keep> facts) {
    return with(draft -> draft.keep = facts);
  }

  /** The same, deleting up to so many entries. */
  public SyncOptions withDelete(boolean on, long most) {
    return with(
        draft -> {
          draft.delete = on;
          draft.maxDelete = most;
        });
  }

  /** The same, for show or not. */
  public SyncOptions withDryRun(boolean on) {
    return with(draft -> draft.dryRun = on);
  }

  /**
   * The same, to compare: a dry run that looks at content and at what only one side has, with no
   * bound, and at owners also where it could not set them.
   */
  public SyncOptions comparing() {
    return with(
        draft -> {
          draft.compare = true;
          draft.dryRun = true;
          draft.checksum = true;
          draft.delete = true;
          draft.maxDelete = Long.MAX_VALUE;
        });
  }

  /** The same, comparing content or not. */
  public SyncOptions withChecksum(boolean on) {
    return with(draft -> draft.checksum = on);
  }

  /** The same, staying on the root's file system or not. */
  public SyncOptions withOneFileSystem(boolean on) {
    return with(draft -> draft.oneFileSystem = on);
  }

  /** The same with the rules of {@code cp -r}. */
  public SyncOptions withCopyRules(CopyOptions copy) {
    return with(
        draft -> {
          draft.noClobber = copy.noClobber();
          draft.update = copy.update();
          draft.into = true;
          draft.makePath = copy.makePath();
        });
  }

  /** The same, making missing parents or not. */
  public SyncOptions withMakePath(boolean on) {
    return with(draft -> draft.makePath = on);
  }

  /**
   * The same with a delta of that kind, in place or not.
   *
   * @throws IllegalArgumentException where files are rewritten in place in another way than by
   *     blocks: one that is overwritten has no pieces left for other places of itself
   */
  public SyncOptions withDelta(Delta kind, boolean rewrite) {
    if (rewrite && (kind == Delta.ROLLING || kind == Delta.NONE)) {
      throw new IllegalArgumentException(
          "a file is changed in place by blocks: no --delta but blocks goes with --in-place");
    }
    return with(
        draft -> {
          draft.delta = kind;
          draft.inPlace = rewrite;
        });
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
    return with(draft -> draft.selection = wanted);
  }

  /** The same with backups, or files that are shared with earlier replicas. */
  public SyncOptions withEarlier(Earlier wanted) {
    return with(draft -> draft.earlier = wanted);
  }

  /**
   * The same with a filter of the application's own, for sources of this host: what another host
   * sends can only be selected by rules, which travel.
   */
  public SyncOptions withFilter(EntryFilter wanted) {
    return with(draft -> draft.filter = wanted);
  }

  private SyncOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options that are being changed. */
  private static final class Draft {
    Set<Keep> keep;
    boolean delete;
    long maxDelete;
    boolean dryRun;
    boolean compare;
    boolean checksum;
    boolean oneFileSystem;
    boolean noClobber;
    boolean update;
    boolean into;
    boolean makePath;
    Delta delta;
    boolean inPlace;
    Selection selection;
    Earlier earlier;
    EntryFilter filter;

    Draft(SyncOptions from) {
      keep = from.keep;
      delete = from.delete;
      maxDelete = from.maxDelete;
      dryRun = from.dryRun;
      compare = from.compare;
      checksum = from.checksum;
      oneFileSystem = from.oneFileSystem;
      noClobber = from.noClobber;
      update = from.update;
      into = from.into;
      makePath = from.makePath;
      delta = from.delta;
      inPlace = from.inPlace;
      selection = from.selection;
      earlier = from.earlier;
      filter = from.filter;
    }

    SyncOptions options() {
      return new SyncOptions(
          keep,
          delete,
          maxDelete,
          dryRun,
          compare,
          checksum,
          oneFileSystem,
          noClobber,
          update,
          into,
          makePath,
          delta,
          inPlace,
          selection,
          earlier,
          filter);
    }
  }
}
