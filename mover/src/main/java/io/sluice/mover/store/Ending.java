package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What a file that was written by ranges gets at its end, before its metadata and its name. */
final class Ending {
  private static final int ZEROS = 1 << 20;

  private Ending() {}

  /**
   * Gives it its size, and makes holes of what is not covered.
   *
   * @param covered what holds what it should; {@code null} where the rest can only be holes
   * @return what it was before
   */
  static Stat trim(BytePath path, int fd, long size, Covered covered) throws IOException {
    Stat stat = new Stat();
    Errno.check(path, Posix.stat(fd, stat));
    if (stat.size != size) {
      Errno.check(path, Posix.truncate(fd, size));
    }
    if (covered != null) {
      covered.gaps(size, (offset, length) -> clear(path, fd, offset, length));
    }
    return stat;
  }

  /** What the source has a hole at holds what the older file had there. */
  private static void clear(BytePath path, int fd, long offset, long length) throws StoreException {
    int flags = Posix.FALLOC_FL_KEEP_SIZE | Posix.FALLOC_FL_PUNCH_HOLE;
    if (Posix.allocate(fd, flags, offset, length) == 0) {
      return;
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(length, ZEROS));
    for (long at = offset; at < offset + length; ) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), offset + length - at));
      at += Errno.check(path, Posix.write(fd, zeros, at));
    }
  }

  /**
   * Makes a network file system say now what it would say when the file is closed: that the
   * server's disk is full, for instance. A local one does nothing.
   */
  static int flush(int fd) {
    int copy = Posix.dup(fd);
    return copy < 0 ? copy : Posix.close(copy);
  }
}
