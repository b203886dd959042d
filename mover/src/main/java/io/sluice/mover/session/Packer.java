package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.mover.Attributes;
import io.sluice.mover.Failure;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Tree;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Reads small files and puts them into packs. Thread-safe. */
final class Packer {
  /** Larger files go by extents. */
  static final int SMALL = 256 << 10;

  /** Content bytes of a pack, but for a last file that goes beyond. */
  static final int BYTES = 256 << 10;

  /** Files of a pack. */
  static final int FILES = 256;

  /** A file is there as it was told. */
  static final int AS_TOLD = 0;

  /** A file has other attributes by now, which follow its content. */
  static final int CHANGED = 1;

  /** A file can't be had. */
  static final int MISSING = 2;

  private static final int FILE_HEAD = 13;
  private static final int ATTRIBUTES = 64;

  /** Bytes of a pack's frame at most. */
  private static final int ROOM =
      Frame.HEADER + BYTES + SMALL + FILES * (FILE_HEAD + ATTRIBUTES + 1) + Frame.TRAILER;

  private static final int ENOENT = 2;

  /** How often a file that keeps changing is read. */
  private static final int ATTEMPTS = 5;

  private final Tree tree;
  private final ByteBufAllocator allocator;
  private final Events events;
  private final Clocks clocks;
  private final Consumer<TreeItem> grown;

  /** A buffer of this size is expensive to have, so each serves one pack after the other. */
  private final Queue<ByteBuf> spare = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  /** {@code grown} takes files that became too large for a pack. */
  Packer(
      Tree tree,
      ByteBufAllocator allocator,
      Events events,
      Clocks clocks,
      Consumer<TreeItem> grown) {
    this.tree = tree;
    this.allocator = allocator;
    this.events = events;
    this.clocks = clocks;
    this.grown = grown;
  }

  /** A pack of these, or {@code null} where none is left for it. */
  Pack pack(long id, List<TreeItem> from, Pack.Owner owner) {
    ByteBuf out = spare.poll();
    if (out == null) {
      out = allocator.directBuffer(ROOM, ROOM);
    }
    out.setIndex(0, Frame.HEADER);
    List<TreeItem> in = new ArrayList<>(from.size());
    long start = System.nanoTime();
    for (TreeItem item : from) {
      if (put(out, item)) {
        in.add(item);
      } else {
        grown.accept(item);
      }
    }
    clocks.disk.add(System.nanoTime() - start);
    if (in.isEmpty()) {
      giveBack(out);
      return null;
    }
    Control.seal(out, Type.PACK, Frame.REQUIRED, id, 0, in.size());
    return new Pack(id, out, in.toArray(TreeItem[]::new), owner);
  }

  /** A pack's buffer is of no use any more. */
  void giveBack(ByteBuf frame) {
    if (closed || frame.refCnt() != 1) {
      frame.release();
    } else {
      spare.add(frame);
    }
  }

  /** Releases what is kept; what is given back later as well. */
  void close() {
    closed = true;
    for (ByteBuf frame = spare.poll(); frame != null; frame = spare.poll()) {
      frame.release();
    }
  }

  /** Puts a file into the pack; false where it has grown. */
  private boolean put(ByteBuf out, TreeItem item) {
    int head = out.writerIndex();
    int most = (int) item.attributes.size() + 1;
    int status;
    int length = 0;
    Attributes told = item.attributes;
    Attributes now = told;
    try {
      int attempt = 0;
      do {
        told = now;
        ByteBuffer into = out.internalNioBuffer(head + FILE_HEAD, most);
        int start = into.position();
        now = tree.read(item.folder, item.name, into);
        length = into.position() - start;
        if (length == most || now.size() >= most) {
          return false;
        }
      } while ((length != now.size() || !now.sameContentStamp(told)) && ++attempt < ATTEMPTS);
      if (length != now.size()) {
        throw new StoreException(item.shown(), 0, "it changes while it is copied");
      }
      status = now.sameContentStamp(item.attributes) ? AS_TOLD : CHANGED;
    } catch (StoreException e) {
      boolean gone = e.errno() == ENOENT;
      events.trouble(
          new Trouble(
              gone ? Failure.Kind.VANISHED : Failure.Kind.FILE,
              e.path(),
              gone ? "vanished" : e.reason()));
      status = MISSING;
      length = 0;
    }
    out.setLong(head, item.reference);
    out.setByte(head + 8, status);
    out.setInt(head + 9, length);
    out.writerIndex(head + FILE_HEAD + length);
    if (status == CHANGED) {
      Fields.putAttributes(out, now);
    }
    return true;
  }
}
