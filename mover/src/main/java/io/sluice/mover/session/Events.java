package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import java.util.List;
import java.util.function.Supplier;

/** What a role tells its session. Any thread; returns soon. */
interface Events {
  /** Something went wrong on this side. */
  void trouble(Trouble trouble);

  /** A file's size became known. */
  default void expects(int index, long bytes) {}

  /**
   * Bytes of a file are at the destination; {@code resumed} of them were there before.
   *
   * @param stream over which the word of it came
   */
  default void arrived(int stream, long bytes, long resumed) {}

  /**
   * Of extents under way, so many more bytes have been written at the destination; fewer where an
   * extent is through, or has to be sent again.
   */
  default void partial(long change) {}

  /** Bytes that had arrived count no more: their file starts over. */
  default void lost(long bytes, long resumed) {}

  /** A file is done: complete or skipped, or it failed and {@link #trouble} said why. */
  default void done(int index, boolean complete, boolean skipped, List<String> warnings) {}

  /**
   * An entry of a tree is settled.
   *
   * @param path from the tree's root; asked for where somebody wants to know
   * @param extraName whether it is a further name of a file
   */
  default void settled(
      Supplier<BytePath> path, Attributes.Type type, boolean extraName, Change change) {}

  /** Entries were deleted, or would be; their paths are told where they were asked for. */
  default void deleted(long count, List<BytePath> paths) {}

  /** Warnings that concern no single entry. */
  default void remarks(List<String> warnings) {}

  /** An extent's checksum did not match. */
  default void corrupt() {}

  /** A stream has joined or left. */
  default void streams(int change) {}

  /** A stream made no progress and is given up. */
  default void stalled(String text) {}

  /** Both sides are through. */
  void ended(Spent here, Spent there);
}
