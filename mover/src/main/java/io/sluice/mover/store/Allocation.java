package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes room on the disk for data that will come, and only for it: what is not announced stays a
 * hole, and the size of the file stays as it is.
 *
 * <p>A file system in memory has nothing to lay out, and taking its pages twice costs; there the
 * free space is compared with what was announced and has not come yet. A file system that can't
 * take room in advance is left alone.
 */
final class Allocation {
  private final boolean inMemory;
  private final AtomicLong outstanding = new AtomicLong();
  private volatile boolean possible = true;

  Allocation(int fd) {
    inMemory = Posix.inMemory(fd);
  }

  void expect(int fd, BytePath path, long offset, long length) throws StoreException {
    if (inMemory) {
      long needed = outstanding.addAndGet(length);
      long available = Posix.available(fd);
      if (available >= 0 && available < needed) {
        throw Errno.of(path, -Errno.ENOSPC);
      }
      return;
    }
    if (!possible) {
      return;
    }
    int done = Posix.allocate(fd, Posix.FALLOC_FL_KEEP_SIZE, offset, length);
    if (done == -Errno.ENOSPC || done == -Errno.EDQUOT || done == -Errno.EFBIG) {
      throw Errno.of(path, done);
    }
    possible = done == 0;
  }

  void written(long bytes) {
    if (inMemory) {
      outstanding.addAndGet(-bytes);
    }
  }
}
