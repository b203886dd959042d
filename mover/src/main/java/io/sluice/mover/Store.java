package io.sluice.mover;

import java.io.IOException;
import java.time.Duration;

/**
 * A place that holds files by name. The file system is one ({@code FileStore}); an application can
 * serve another. Used from several threads at once.
 */
public interface Store {
  /** Opens what is to be read. */
  Source source(BytePath path) throws IOException;

  /**
   * Opens what is to be written. The old content stands until {@link Sink#complete}.
   *
   * @param path the final name
   * @param source size, time and mode of what will come
   * @param options how to write
   */
  Sink sink(BytePath path, Attributes source, SinkOptions options) throws IOException;

  /**
   * What is there by that name, following symbolic links, or {@code null} where nothing is.
   *
   * @throws IOException where it can't be told
   */
  Attributes attributes(BytePath path) throws IOException;

  /**
   * Makes a folder and, where {@code parents} says so, those above it; one that is there is fine.
   */
  void makeFolder(BytePath path, boolean parents) throws IOException;

  /** The path by which a name that a user gave is known here: absolute, below a root. */
  default BytePath canonical(BytePath path) throws IOException {
    return path;
  }

  /**
   * How a sink is opened.
   *
   * @param extent bytes an extent: the unit in which landed ranges are noted; a part of another
   *     extent size is not resumed
   * @param resume whether a part that an earlier session left is used
   * @param preserveOwner whether owner and group are set
   * @param durable whether {@link Sink#complete} will be asked for durability: what has landed is
   *     sent to the disk as it goes, so that little is left for the end
   * @param older what is made of a regular file that stands under the name
   * @param lockWait how long to wait for another that writes the same target, such as a session
   *     that was killed and is not gone yet; zero refuses at once
   */
  record SinkOptions(
      int extent,
      boolean resume,
      boolean preserveOwner,
      boolean durable,
      Older older,
      Duration lockWait) {
    /** What is made of a regular file that a new one replaces. */
    public enum Older {
      /** Nothing: the new one is written as a whole. */
      LEFT,
      /** What is right of it, at its place, is kept for the new one: see {@link Sink#base}. */
      COMPARED,
      /** The same, wherever it is. */
      SEARCHED,
      /**
       * It is changed in its place, other names of it too; an error half-way leaves it neither old
       * nor new.
       */
      REWRITTEN
    }

    /** Leaves an older file alone. */
    public SinkOptions(
        int extent, boolean resume, boolean preserveOwner, boolean durable, Duration lockWait) {
      this(extent, resume, preserveOwner, durable, Older.LEFT, lockWait);
    }

    /** Not durable, waiting for nobody. */
    public SinkOptions(int extent, boolean resume, boolean preserveOwner) {
      this(extent, resume, preserveOwner, false, Duration.ZERO);
    }
  }
}
