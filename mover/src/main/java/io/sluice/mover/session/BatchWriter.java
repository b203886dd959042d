package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.BytePath;
import io.sluice.mover.store.Entry;
import io.sluice.mover.store.Folder;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects records of a tree into frames, many to a frame. A frame goes when it is full, when it is
 * old, and when it is flushed. Its user sees to it that one thread at a time is in it.
 */
final class BatchWriter {
  private static final int FULL = 64 << 10;
  private static final int MOST_RECORDS = 512;
  private static final long OLD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The clock is asked after so many records. */
  private static final int CLOCK_EVERY = 16;

  private final Control control;
  private final Sent sent;
  private ByteBuf batch;
  private List<TreeItem> items;
  private long number;
  private long startedAt;

  /** Is told of a batch just before it goes. */
  interface Sent {
    /** {@code items} has a place for each record, {@code null} where no answer matters. */
    void sending(long batch, TreeItem[] items);
  }

  BatchWriter(Control control, Sent sent) {
    this.control = control;
    this.sent = sent;
  }

  void enter(Folder folder, Entry entry) {
    begin(EntryCodec.ENTER, TreeItem.of(next(), folder));
    batch.writeLong(folder.id());
    batch.writeLong(folder.parent() == null ? -1 : folder.parent().id());
    EntryCodec.write(batch, entry);
    flushIfDue();
  }

  /**
   * What is no folder.
   *
   * @param hash of the content, or {@code null}
   * @param first whether further names of it may come
   */
  void item(Folder in, Entry entry, byte[] hash, boolean first) {
    int kind =
        EntryCodec.ITEM | (hash == null ? 0 : EntryCodec.HASHED) | (first ? EntryCodec.FIRST : 0);
    begin(kind, TreeItem.of(next(), in, entry, false));
    batch.writeLong(in.id());
    EntryCodec.write(batch, entry);
    if (hash != null) {
      batch.writeBytes(hash);
    }
    flushIfDue();
  }

  void link(Folder in, Entry entry, LinkTable.First first) {
    begin(EntryCodec.LINK, TreeItem.of(next(), in, entry, true));
    batch.writeLong(in.id());
    Fields.putPath(batch, entry.name());
    batch.writeLong(first.reference());
    Fields.putPath(batch, first.path());
    flushIfDue();
  }

  void leave(Folder folder, boolean complete) {
    begin(EntryCodec.LEAVE, null);
    batch.writeLong(folder.id());
    batch.writeBoolean(complete);
    flushIfDue();
  }

  void protect(Folder in, BytePath name) {
    begin(EntryCodec.PROTECT, null);
    batch.writeLong(in.id());
    Fields.putPath(batch, name);
    flushIfDue();
  }

  /** The reference of the next record. */
  long next() {
    if (batch == null) {
      batch = control.channel().alloc().ioBuffer(FULL + (4 << 10));
      batch.writerIndex(Frame.HEADER);
      items = new ArrayList<>(MOST_RECORDS);
      number++;
      startedAt = System.nanoTime();
    }
    return TreeItem.reference(number, items.size());
  }

  private void begin(int kind, TreeItem item) {
    next();
    items.add(item);
    batch.writeByte(kind);
  }

  private void flushIfDue() {
    if (items.size() >= MOST_RECORDS
        || batch.writerIndex() >= FULL
        || (items.size() % CLOCK_EVERY == 0 && System.nanoTime() - startedAt > OLD_NANOS)) {
      flush();
    }
  }

  /** Sends what is collected. */
  void flush() {
    if (batch == null) {
      return;
    }
    ByteBuf full = batch;
    batch = null;
    Control.seal(full, Type.TREE, Frame.REQUIRED, number, 0, items.size());
    sent.sending(number, items.toArray(TreeItem[]::new));
    control.channel().writeAndFlush(full);
  }

  /** Drops what is collected. */
  void drop() {
    if (batch != null) {
      batch.release();
      batch = null;
    }
  }
}
