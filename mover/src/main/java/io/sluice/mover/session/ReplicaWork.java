package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Earlier;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.store.NewFile;
import io.sluice.mover.store.Replica;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Decides for each entry what is to be done, and does what needs no content; in a dry run it only
 * decides. Thread-safe.
 */
final class ReplicaWork {
  private static final ByteBuffer NO_CONTENT = ByteBuffer.allocate(0).asReadOnlyBuffer();
  private static final int EPERM = 1;

  private final SyncOptions options;
  private final Likeness likeness;
  private final Deletions deletions;
  private final ReplicaFolders folders;
  private final Remarks remarks = new Remarks();

  /** {@code null} where nothing is kept. */
  private final Backups backups;

  private final SharedFiles shared = new SharedFiles();

  /** Inodes with several names that are what an entry of the source should be. */
  private final NameSet owned = new NameSet();

  /** Folders that links pointed into. */
  private final RecentFolders linked = new RecentFolders();

  /**
   * What is to be done.
   *
   * @param change what was done, or will have been when the content is there
   * @param wanted whether the content is wanted
   */
  record Decision(Change change, boolean wanted) {
    static Decision done(Change change) {
      return new Decision(change, false);
    }
  }

  ReplicaWork(TreeDestination destination, TreeSettings settings) {
    this.options = settings.options();
    // Who can't set owners can still see that they differ.
    boolean owners = options.compare() ? options.keep().contains(Keep.OWNER) : setsOwners();
    this.likeness = new Likeness(options.keep(), owners);
    Earlier earlier = options.earlier();
    this.backups =
        earlier.keeps()
            ? new Backups(earlier, () -> destination.other(earlier.folder(), true))
            : null;
    this.deletions = new Deletions(settings, backups, shared);
    this.folders = new ReplicaFolders(destination, options, likeness, shared, backups, remarks);
  }

  Replica replica() {
    return folders.replica();
  }

  /** What becomes of a file that another one replaces. */
  Older older() {
    if (options.inPlace()) {
      return Older.REWRITTEN;
    }
    return switch (options.delta()) {
      case NONE -> Older.LEFT;
      case AUTO, BLOCKS -> Older.COMPARED;
      case ROLLING -> Older.SEARCHED;
    };
  }

  /** Whether folders need to know which names were told. */
  boolean tellsNames() {
    return options.delete();
  }

  /** Whether owners are carried over: only root can. */
  boolean setsOwners() {
    return options.keep().contains(Keep.OWNER) && CopyTargets.isRoot();
  }

  /** Tells of an owner that stays behind because this side is not root. */
  private void remarkOwner(ReplicaFolder folder, BytePath name, Entry entry) {
    boolean kept = options.compare() || !options.keep().contains(Keep.OWNER) || setsOwners();
    if (!kept && !Replica.isOwn(entry)) {
      remarks.add(
          folder, name, List.of("its owner and group are not kept, which takes root at this side"));
    }
  }

  /** Makes a folder, or finds it, for what is in it. */
  void prepare(ReplicaFolder folder) throws StoreException {
    folders.prepare(folder);
  }

  /** The same for its own sake. */
  Change enter(ReplicaFolder folder) throws StoreException {
    folders.prepare(folder);
    remarkOwner(folder, null, folder.entry);
    return folder.change();
  }

  /**
   * Decides about what is no folder, and does what can be done without content.
   *
   * @param hash of the content, or {@code null}
   * @param first whether further names of it may come
   */
  Decision decide(ReplicaFolder folder, Entry entry, ByteBuffer hash, boolean first)
      throws IOException {
    folders.prepare(folder);
    remarkOwner(folder, entry.name(), entry);
    Folder in = folder.folder();
    Entry there = in == null || folder.isNew() ? null : replica().entry(in, entry.name());
    if (there != null && there.isFolder() && !options.delete()) {
      throw new StoreException(
          in.path(entry.name()), 0, "is a folder at the destination; with --delete it gives way");
    }
    boolean file = entry.attributes().type() == Attributes.Type.FILE;
    if (there != null && file && leave(there, entry)) {
      return Decision.done(Change.SKIPPED);
    }
    Change change = there == null ? Change.CREATED : Change.REPLACED;
    if (there != null && isSameContent(in, entry, there, hash)) {
      Change same = likeness.change(entry, there);
      if (isItsOwn(there, first, same)) {
        if (same == Change.METADATA && !options.dryRun()) {
          remarks.add(folder, entry.name(), replica().update(in, entry));
        }
        return Decision.done(same);
      }
    }
    SharedFiles.Found found = findEarlier(folder, entry, hash);
    if (options.dryRun()) {
      return Decision.done(found == null ? change : Change.LINKED);
    }
    if (there != null && (there.isFolder() || !file || found != null || isEmpty(entry))) {
      giveWay(in, there);
    }
    if (found != null && found.link(replica(), in)) {
      return Decision.done(Change.LINKED);
    }
    if (!file) {
      return makeSpecial(folder, entry, change);
    }
    if (!isEmpty(entry)) {
      return new Decision(change, true);
    }
    try (NewFile empty = replica().create(in, entry, NO_CONTENT.duplicate())) {
      empty.publish();
      remarks.add(folder, entry.name(), empty.warnings());
    }
    return Decision.done(change);
  }

  private Decision makeSpecial(ReplicaFolder folder, Entry entry, Change change)
      throws StoreException {
    try {
      remarks.add(folder, entry.name(), replica().makeSpecial(folder.folder(), entry));
      return Decision.done(change);
    } catch (StoreException e) {
      boolean device =
          entry.attributes().type() == Attributes.Type.CHARACTER_DEVICE
              || entry.attributes().type() == Attributes.Type.BLOCK_DEVICE;
      if (!device || e.errno() != EPERM) {
        throw e;
      }
      remarks.add(folder, entry.name(), List.of("devices can be made by root only: left out"));
      return Decision.done(Change.SKIPPED);
    }
  }

  private static boolean isEmpty(Entry entry) {
    return entry.attributes().size() == 0;
  }

  private void giveWay(Folder in, Entry there) throws StoreException {
    if (backups != null) {
      backups.giveWay(replica(), in, there);
    }
  }

  /** Keeps what is there under a name whose content has come, which takes its place now. */
  void giveWay(ReplicaFolder folder, BytePath name) throws StoreException {
    if (backups != null && !folder.isNew()) {
      giveWay(folder.folder(), replica().entry(folder.folder(), name));
    }
  }

  /** Whether all is only decided, and nothing done. */
  boolean isDryRun() {
    return options.dryRun();
  }

  /** Whether what gives way is kept. */
  boolean keeps() {
    return backups != null;
  }

  /** An entry of an earlier replica that can be this one too, or {@code null}. */
  private SharedFiles.Found findEarlier(ReplicaFolder folder, Entry entry, ByteBuffer hash)
      throws IOException {
    if (replica() == null || shared.replicas().isEmpty()) {
      return null;
    }
    return shared.find(
        folder,
        entry.name(),
        (in, there) ->
            isSameContent(in, entry, there, hash)
                && likeness.change(entry, there) == Change.SAME
                && own(there));
  }

  /**
   * Whether no other entry of the source has what is there for its own. A file that has more names
   * here than in the source is left as it is, but it is not changed: another's metadata would be.
   */
  private boolean isItsOwn(Entry there, boolean first, Change change) {
    if (there.links() == 1) {
      return true;
    }
    boolean shares = !shared.replicas().isEmpty() || !first;
    return (change == Change.SAME || !shares) && own(there);
  }

  private boolean own(Entry there) {
    synchronized (owned) {
      return owned.addInode(there.attributes().device(), there.attributes().inode());
    }
  }

  private boolean leave(Entry there, Entry entry) {
    if (options.noClobber()) {
      return true;
    }
    return options.update() && Likeness.compareTimes(there, entry) >= 0;
  }

  private boolean isSameContent(Folder in, Entry entry, Entry there, ByteBuffer hash)
      throws IOException {
    if (!likeness.isSameKind(entry, there)) {
      return false;
    }
    if (entry.attributes().type() != Attributes.Type.FILE || entry.attributes().size() == 0) {
      return true;
    }
    if (options.checksum()) {
      return hash != null
          && hash.equals(ByteBuffer.wrap(TreeHash.of(in.tree().source(in, entry.name()))));
    }
    return entry.attributes().sameContentStamp(there.attributes());
  }

  /** Makes a name another one of what is at a path of the replica. */
  Change link(ReplicaFolder folder, BytePath name, BytePath firstPath) throws StoreException {
    folders.prepare(folder);
    Folder in = folder.folder();
    if (in == null) {
      return Change.CREATED;
    }
    Folder firstIn;
    Entry first = null;
    Entry there = folder.isNew() ? null : replica().entry(in, name);
    if (there != null && there.isFolder() && !options.delete()) {
      throw new StoreException(
          in.path(name), 0, "is a folder at the destination; with --delete it gives way");
    }
    try {
      firstIn = linked.below(replica().tree().root(), firstPath.parent());
      first = there == null ? null : replica().entry(firstIn, firstPath.name());
    } catch (StoreException e) {
      if (options.dryRun()) {
        return Change.LINKED;
      }
      throw e;
    }
    boolean same =
        there != null
            && first != null
            && first.attributes().inode() == there.attributes().inode()
            && first.attributes().device() == there.attributes().device();
    if (same) {
      return Change.SAME;
    }
    if (!options.dryRun()) {
      giveWay(in, there);
      replica().hardLink(firstIn, firstPath.name(), in, name);
    }
    return Change.LINKED;
  }

  /** Nothing is under way in a folder any more: notes what is too much in it, sets its metadata. */
  void finish(ReplicaFolder folder) throws IOException {
    folders.prepare(folder);
    if (folder.folder() == null) {
      return;
    }
    if (!folder.isNew()) {
      deletions.look(replica(), folder);
    }
    if (!options.dryRun()) {
      folders.setMetadata(folder);
    }
  }

  /** Deletes what is too much, if it may be. */
  void delete(long entries, Standing source, Deletions.Told told) throws IOException {
    deletions.run(replica(), entries, source, told, folders::setMetadata);
  }

  /** Makes all of it durable. */
  void sync() throws StoreException {
    folders.sync();
  }

  /** Notes warnings of an entry. */
  void remark(ReplicaFolder folder, BytePath name, List<String> warnings) {
    remarks.add(folder, name, warnings);
  }

  List<String> remarks() {
    return remarks.all();
  }

  void close() {
    if (backups != null) {
      backups.close();
    }
    folders.close();
  }
}
