package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.BytePath;
import io.sluice.mover.store.Entry;
import io.sluice.mover.wire.Fields;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reads batches of records, in order, on the control's thread: knows the folders that are open and
 * takes a hold on each for each record in it.
 */
final class BatchReader {
  private static final BytePath NO_NAME = BytePath.of("");

  /** Folders that may be open at once; more is a breach. */
  private static final int MOST_FOLDERS = 1 << 20;

  private final boolean tellsNames;
  private final Runnable rootEntered;
  private final Map<Long, ReplicaFolder> folders = new ConcurrentHashMap<>();
  private final Map<Long, First> firsts = new ConcurrentHashMap<>();
  private boolean hadRoot;

  /** One batch. */
  record Batch(long number, List<Told> all) {}

  /**
   * One record.
   *
   * @param kind of {@link EntryCodec}, without what is added to it
   * @param folder it is about, or in which its name is
   * @param name in the folder
   * @param entry of an item
   * @param hash of an item's content, or {@code null}
   * @param first what waits for an item, or what a link waits for; or {@code null}
   * @param firstPath of a link
   * @param complete of a folder that is left
   */
  record Told(
      int kind,
      ReplicaFolder folder,
      BytePath name,
      Entry entry,
      ByteBuffer hash,
      First first,
      BytePath firstPath,
      boolean complete) {}

  /** The first name of a file, for as long as it is not settled. Thread-safe. */
  static final class First {
    private final long reference;
    private List<Consumer<Boolean>> waiting = new ArrayList<>(1);
    private boolean failed;

    First(long reference) {
      this.reference = reference;
    }

    /** Runs it when the first name is there or is not to come; false where that is so already. */
    synchronized boolean await(Consumer<Boolean> then) {
      if (waiting == null) {
        return false;
      }
      waiting.add(then);
      return true;
    }

    synchronized boolean isFailed() {
      return failed;
    }

    private void settled(boolean there) {
      List<Consumer<Boolean>> all;
      synchronized (this) {
        all = waiting;
        waiting = null;
        failed = !there;
      }
      all.forEach(one -> one.accept(there));
    }
  }

  /** {@code tellsNames}: whether folders remember which names were told. */
  BatchReader(boolean tellsNames, Runnable rootEntered) {
    this.tellsNames = tellsNames;
    this.rootEntered = rootEntered;
  }

  Batch read(long number, int count, ByteBuf in) {
    if (count < 0 || count > in.readableBytes()) {
      throw new Fields.MalformedException("a batch claims " + count + " records");
    }
    List<Told> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(one(TreeItem.reference(number, i), in));
    }
    return new Batch(number, all);
  }

  private Told one(long reference, ByteBuf in) {
    int kind = Fields.octet(in);
    long id = Fields.number(in);
    if (kind == EntryCodec.ENTER) {
      return enter(id, in);
    }
    ReplicaFolder folder = folders.get(id);
    if (folder == null) {
      throw new Fields.MalformedException("a record is about a folder that is not open");
    }
    switch (kind & 0xf) {
      case EntryCodec.ITEM -> {
        Entry entry = EntryCodec.read(in);
        ByteBuffer hash = null;
        if ((kind & EntryCodec.HASHED) != 0) {
          if (in.readableBytes() < TreeHash.LENGTH) {
            throw new Fields.MalformedException("a hash is cut");
          }
          hash = ByteBuffer.allocate(TreeHash.LENGTH);
          in.readBytes(hash);
          hash.flip();
        }
        First first = null;
        if ((kind & EntryCodec.FIRST) != 0) {
          first = new First(reference);
          firsts.put(reference, first);
        }
        hold(folder, entry.name());
        return new Told(EntryCodec.ITEM, folder, entry.name(), entry, hash, first, null, false);
      }
      case EntryCodec.LINK -> {
        BytePath name = Fields.path(in);
        First first = firsts.get(Fields.number(in));
        BytePath path = Fields.path(in);
        hold(folder, name);
        return new Told(kind, folder, name, null, null, first, path, false);
      }
      case EntryCodec.LEAVE -> {
        return new Told(kind, folder, NO_NAME, null, null, null, null, Fields.flag(in));
      }
      case EntryCodec.PROTECT -> {
        BytePath name = Fields.path(in);
        if (folder.told != null) {
          folder.told.add(name);
        }
        return new Told(kind, folder, name, null, null, null, null, false);
      }
      default -> throw new Fields.MalformedException("a record is of unknown kind " + kind);
    }
  }

  private static void hold(ReplicaFolder folder, BytePath name) {
    folder.holds.incrementAndGet();
    if (folder.told != null) {
      folder.told.add(name);
    }
  }

  private Told enter(long id, ByteBuf in) {
    long parentId = Fields.number(in);
    Entry entry = EntryCodec.read(in);
    ReplicaFolder parent = null;
    if (parentId == -1) {
      if (hadRoot) {
        throw new Fields.MalformedException("a tree has two roots");
      }
      hadRoot = true;
      rootEntered.run();
    } else {
      parent = folders.get(parentId);
      if (parent == null) {
        throw new Fields.MalformedException("a folder is in one that is not open");
      }
      hold(parent, entry.name());
    }
    ReplicaFolder folder = new ReplicaFolder(id, parent, entry, tellsNames);
    if (folders.size() >= MOST_FOLDERS || folders.put(id, folder) != null) {
      throw new Fields.MalformedException("a folder is entered twice, or too many are open");
    }
    return new Told(EntryCodec.ENTER, folder, entry.name(), entry, null, null, null, false);
  }

  /** A folder is finished. */
  void left(ReplicaFolder folder) {
    folders.remove(folder.id);
  }

  /** A first name is settled; what waits for it goes on. */
  void settled(First first, boolean there) {
    firsts.remove(first.reference);
    first.settled(there);
  }
}
