package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;

/**
 * Content of many small files in one frame, kept until the receiver has answered, so that another
 * stream can send it again.
 */
final class Pack {
  /** What a file costs besides its bytes, in bytes that would take as long. */
  private static final int FILE_COST = 16 << 10;

  private final long id;
  private final ByteBuf frame;
  private final TreeItem[] items;
  private final Owner owner;

  /** Who made it. */
  interface Owner {
    /** The receiver has answered; the frame is the owner's again. */
    void arrived(Pack pack, int stream, ByteBuf answer);
  }

  Pack(long id, ByteBuf frame, TreeItem[] items, Owner owner) {
    this.id = id;
    this.frame = frame;
    this.items = items;
    this.owner = owner;
  }

  long id() {
    return id;
  }

  ByteBuf frame() {
    return frame;
  }

  TreeItem[] items() {
    return items;
  }

  /** Its share of a stream, in bytes. */
  long cost() {
    return frame.readableBytes() + (long) items.length * FILE_COST;
  }

  void arrived(int stream, ByteBuf answer) {
    owner.arrived(this, stream, answer);
  }
}
