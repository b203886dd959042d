package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.BytePath;
import io.sluice.mover.Earlier;
import io.sluice.mover.EntryFilter;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Delta;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.filter.Selection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a client asks of a session that moves a tree, besides {@link Open}.
 *
 * @param options the user's; those that {@link Open} has as switches are not written here
 * @param itemise whether the paths of what was deleted are told
 */
public record TreeWishes(SyncOptions options, boolean itemise) {
  /** Facts by the bits that stand for them. */
  private static final List<Keep> KEEP =
      List.of(Keep.OWNER, Keep.MODE, Keep.TIMES, Keep.XATTRS, Keep.HARD_LINKS, Keep.SPECIALS);

  private static final BytePath NO_PATH = BytePath.of("");

  private static final int DELETE = 1;
  private static final int DRY_RUN = 1 << 1;
  private static final int CHECKSUM = 1 << 2;
  private static final int ONE_FILE_SYSTEM = 1 << 3;
  private static final int INTO = 1 << 4;
  private static final int ITEMISE = 1 << 5;
  private static final int COMPARE = 1 << 6;
  private static final int IN_PLACE = 1 << 7;

  /** Two bits: which of {@link #DELTAS}. */
  private static final int DELTA_SHIFT = 8;

  /** Ways by their numbers. */
  private static final List<Delta> DELTAS =
      List.of(Delta.AUTO, Delta.NONE, Delta.BLOCKS, Delta.ROLLING);

  /** Writes the payload. */
  public void write(ByteBuf out) {
    int switches =
        (options.delete() ? DELETE : 0)
            | (options.dryRun() ? DRY_RUN : 0)
            | (options.checksum() ? CHECKSUM : 0)
            | (options.oneFileSystem() ? ONE_FILE_SYSTEM : 0)
            | (options.into() ? INTO : 0)
            | (options.compare() ? COMPARE : 0)
            | (options.inPlace() ? IN_PLACE : 0)
            | DELTAS.indexOf(options.delta()) << DELTA_SHIFT
            | (itemise ? ITEMISE : 0);
    int keep = 0;
    for (Keep one : options.keep()) {
      keep |= 1 << KEEP.indexOf(one);
    }
    out.writeInt(switches);
    out.writeInt(keep);
    out.writeLong(options.maxDelete());
    Fields.putBytes(out, options.selection().encode());
    writeEarlier(out, options.earlier());
  }

  /** Reads it; {@code open} has the rest. */
  public static TreeWishes read(ByteBuf in, Open open) {
    int switches = Fields.integer(in);
    int bits = Fields.integer(in);
    long maxDelete = Fields.number(in);
    if (maxDelete < SyncOptions.AUTO) {
      throw new Fields.MalformedException("a tree was asked for with numbers out of range");
    }
    Set<Keep> keep = EnumSet.noneOf(Keep.class);
    for (Keep one : KEEP) {
      if ((bits & 1 << KEEP.indexOf(one)) != 0) {
        keep.add(one);
      }
    }
    SyncOptions options =
        new SyncOptions(
            keep,
            (switches & DELETE) != 0,
            maxDelete,
            (switches & (DRY_RUN | COMPARE)) != 0,
            (switches & COMPARE) != 0,
            (switches & CHECKSUM) != 0,
            (switches & ONE_FILE_SYSTEM) != 0,
            open.has(Open.NO_CLOBBER),
            open.has(Open.UPDATE),
            (switches & INTO) != 0,
            open.has(Open.MAKE_PATH),
            DELTAS.get(switches >>> DELTA_SHIFT & 3),
            (switches & IN_PLACE) != 0,
            selection(in),
            readEarlier(in),
            EntryFilter.ALL);
    return new TreeWishes(options, (switches & ITEMISE) != 0);
  }

  private static void writeEarlier(ByteBuf out, Earlier earlier) {
    out.writeBoolean(earlier.keeps());
    if (earlier.keeps()) {
      Fields.putPath(out, earlier.suffix());
      Fields.putPath(out, earlier.folder() == null ? NO_PATH : earlier.folder());
    }
    Fields.putPaths(out, earlier.links());
  }

  private static Earlier readEarlier(ByteBuf in) {
    BytePath suffix = null;
    BytePath folder = null;
    if (Fields.flag(in)) {
      suffix = Fields.path(in);
      BytePath given = Fields.path(in);
      folder = given.isEmpty() ? null : given;
    }
    try {
      return new Earlier(suffix, folder, Fields.paths(in));
    } catch (IllegalArgumentException e) {
      throw new Fields.MalformedException(e.getMessage());
    }
  }

  private static Selection selection(ByteBuf in) {
    try {
      return Selection.decode(Fields.bytes(in, in.readableBytes()));
    } catch (IllegalArgumentException e) {
      throw new Fields.MalformedException(e.getMessage());
    }
  }
}
