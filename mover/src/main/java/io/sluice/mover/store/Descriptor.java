package io.sluice.mover.store;

import java.io.Closeable;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor that is closed once, when nobody uses it any more. Its number is given to
 * another file at once after that, so a thread that came late would write into a stranger: it is
 * turned away instead.
 */
final class Descriptor implements Closeable {
  private final int fd;
  private final AtomicInteger users = new AtomicInteger(1);
  private final AtomicBoolean closed = new AtomicBoolean();

  Descriptor(int fd) {
    this.fd = fd;
  }

  /** The number, good until {@link #release}. */
  int acquire() throws ClosedChannelException {
    int now;
    do {
      now = users.get();
      if (now == 0 || closed.get()) {
        throw new ClosedChannelException();
      }
    } while (!users.compareAndSet(now, now + 1));
    return fd;
  }

  /** Ends what {@link #acquire} began. */
  void release() {
    if (users.decrementAndGet() == 0) {
      Posix.close(fd);
    }
  }

  /** Turns away who comes from now on; the last who is there closes it. A second close is fine. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release();
    }
  }
}
