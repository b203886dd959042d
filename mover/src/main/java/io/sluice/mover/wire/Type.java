package io.sluice.mover.wire;

/**
 * Types of frames. "Sender" and "receiver" are the roles in moving data, "client" and "server"
 * those in connecting. Numbers are part of the wire format and never used again for another.
 */
public final class Type {
  /** Client, then server: version, features, identity. The first frame each way. */
  public static final int HELLO = 1;

  /** Client, then server: the proof of the key. The second frame each way. */
  public static final int PROOF = 2;

  /** Server: why it does not go on. */
  public static final int REFUSED = 3;

  /** Client, control: what the session is to do. */
  public static final int OPEN = 4;

  /** Server, control: the session is open. */
  public static final int OPENED = 5;

  /** Sender, control: a file; id is new. */
  public static final int ENTRY = 6;

  /** Receiver, control: the file is wanted, with what is there of it, or is not. */
  public static final int READY = 7;

  /** Sender, stream: bytes of an extent at offset. */
  public static final int DATA = 8;

  /** Sender, stream: the hash of the aux bytes at offset, for the receiver to compare. */
  public static final int CHECK = 9;

  /** Receiver, stream: aux bytes at offset have landed, or were the same. */
  public static final int ACK = 10;

  /** Receiver, stream: they did not arrive as they were sent, or are not the same: send them. */
  public static final int NAK = 11;

  /** Sender, control: every extent is acknowledged; complete the file. */
  public static final int COMPLETE = 12;

  /** Receiver, control: the file is complete, or failed. */
  public static final int FINISHED = 13;

  /** Sender, control: give up the file. */
  public static final int ABANDON = 14;

  /** Either, control: something went wrong on this side. */
  public static final int FAILURE = 15;

  /** Sender, then receiver, control: no more will come; what was waited for on this side. */
  public static final int END = 16;

  /** Either, control: I am alive. */
  public static final int PING = 17;

  /**
   * Receiver, stream: aux bytes of the extent at offset have been written so far. Optional; about
   * four times a second while an extent is under way, so that the sender knows of progress that no
   * socket buffer can feign.
   */
  public static final int PARTIAL = 18;

  /** Client, control: what a session that moves a tree is to do. */
  public static final int OPEN_TREE = 19;

  /** Sender, control: a batch of aux records of a tree; id counts batches from 1. */
  public static final int TREE = 20;

  /** Receiver, control: one answer for each record of a batch. */
  public static final int WANT = 21;

  /** Sender, stream: the content of aux small files; id counts packs from 1. */
  public static final int PACK = 22;

  /** Receiver, stream: what became of each file of a pack. */
  public static final int PACKED = 23;

  /** Sender, control: the content of the wanted entry id will not come. */
  public static final int WITHHELD = 24;

  /** Receiver, control: aux entries were deleted; their paths where they were asked for. */
  public static final int DELETED = 25;

  /** Receiver, control, before its END: warnings that concern no single entry. */
  public static final int REMARKS = 26;

  /**
   * Sender, stream: hashes of the blocks of aux bytes at offset, for the receiver to compare with
   * what it has from an older file.
   */
  public static final int COMPARE = 27;

  /** Receiver, stream: which blocks of the range at offset are the same. */
  public static final int COMPARED = 28;

  private Type() {}
}
