package io.sluice.mover.cli;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Mover;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.verify.Difference;
import io.sluice.mover.verify.Difference.Kind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Compares two trees of which one is on another host: what a sync that compares content and deletes
 * would do to make them equal is what differs. It is a dry run, so nothing is written, and each
 * side reads its own disk.
 */
final class RemoteVerify implements SyncListener {
  private final Consumer<Difference> differences;
  private final AtomicLong found = new AtomicLong();
  private volatile boolean missing;

  /**
   * How it ended.
   *
   * @param differences that were told
   * @param missing whether the second side is not there at all
   * @param report of the session, with what could not be compared
   */
  record Outcome(long differences, boolean missing, Report report) {}

  /**
   * Makes one.
   *
   * @param differences hears of each, one thread at a time
   */
  RemoteVerify(Consumer<Difference> differences) {
    this.differences = differences;
  }

  /** Compares what is in two folders; {@code options} say what takes part. */
  Outcome run(Mover mover, Place first, Place second, SyncOptions options) {
    Report report = mover.sync(contentsOf(first), second, options.comparing(), this).await();
    return new Outcome(found.get(), missing, report);
  }

  /** Without the slash at the end, the folder itself would be looked for in the other. */
  private static Place contentsOf(Place folder) {
    BytePath path = folder.path();
    if (path.isEmpty() || path.endsWithSlash()) {
      return folder;
    }
    byte[] slashed = new byte[path.length() + 1];
    path.copyTo(slashed, 0);
    slashed[path.length()] = '/';
    return new Place(
        folder.scheme(), folder.user(), folder.host(), folder.port(), BytePath.wrap(slashed));
  }

  @Override
  public void entry(SyncListener.Result entry) {
    Difference difference =
        switch (entry.change()) {
          case SAME, SKIPPED, FAILED -> null;
          case CREATED -> new Difference(entry.path(), Kind.MISSING, "the second side lacks it");
          case DELETED -> new Difference(entry.path(), Kind.EXTRA, "the first side lacks it");
          case LINKED ->
              new Difference(
                  entry.path(),
                  Kind.HARD_LINKS,
                  "is another name of a file on the first side only");
          case METADATA ->
              new Difference(
                  entry.path(), Kind.METADATA, "owner, permissions, time or attributes differ");
          case REPLACED ->
              entry.type() == Attributes.Type.LINK
                  ? new Difference(
                      entry.path(), Kind.TARGET, "leads elsewhere, or is of another type")
                  : new Difference(
                      entry.path(), Kind.CONTENT, "is not the same, or of another size or type");
        };
    missing |= entry.path().isEmpty() && entry.change() == Change.CREATED;
    if (difference != null && !missing) {
      found.incrementAndGet();
      synchronized (this) {
        differences.accept(difference);
      }
    }
  }
}
