package io.sluice.mover.session;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Store;
import io.sluice.mover.StoreException;
import io.sluice.mover.wire.Entry;
import java.io.IOException;
import java.time.Duration;

/** Files by their base names, with the rules of {@code cp}. */
final class CopyTargets implements Targets {
  /** How long a part file of a session that was killed may stay locked. */
  static final Duration LOCK_WAIT = Duration.ofSeconds(5);

  /** Enough for the end of a session whose client is gone; a living one is not waited for. */
  private static final Duration SHORT_LOCK_WAIT = Duration.ofMillis(500);

  private final Store store;
  private final Destination destination;
  private final ReceiveSettings settings;

  CopyTargets(Store store, Destination destination, ReceiveSettings settings) {
    this.store = store;
    this.destination = destination;
    this.settings = settings;
  }

  @Override
  public Place open(long reference, Entry entry) throws IOException {
    BytePath target = destination.target(entry.name());
    Attributes there = store.attributes(target);
    if (there != null && there.type() == Attributes.Type.DIRECTORY) {
      throw new StoreException(target, 21, "Is a directory");
    }
    if (there != null && isSame(there, entry.attributes())) {
      throw new StoreException(target, 0, "source and destination are the same file");
    }
    if (there != null && leave(there, entry.attributes())) {
      return new Place(target, null);
    }
    Store.SinkOptions options =
        new Store.SinkOptions(
            settings.extent(),
            true,
            isRoot(),
            settings.durable(),
            settings.again() ? LOCK_WAIT : SHORT_LOCK_WAIT);
    return new Place(target, store.sink(target, entry.attributes(), options));
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private boolean isSame(Attributes there, Attributes source) {
    return settings.sameHost()
        && there.inode() != 0
        && there.inode() == source.inode()
        && there.device() == source.device();
  }

  private boolean leave(Attributes there, Attributes source) {
    if (settings.noClobber()) {
      return true;
    }
    int older = Long.compare(there.modifiedSeconds(), source.modifiedSeconds());
    older = older != 0 ? older : Integer.compare(there.modifiedNanos(), source.modifiedNanos());
    return settings.update() && older >= 0;
  }
}
