package io.sluice.mover.store;

/**
 * Fills a part from the file that stands under its target's name, of which most may still be right:
 * a disk image or a database of which some blocks changed. Blocks are shared where the file system
 * can, and else copied within the kernel; holes stay holes.
 */
final class Basis {
  /** A smaller file is sent as a whole: comparing it costs more than its bytes. */
  private static final long LEAST = 1 << 20;

  private static final int FLAGS =
      Posix.O_RDONLY | Posix.O_NOFOLLOW | Posix.O_NONBLOCK | Posix.O_NOCTTY;

  private Basis() {}

  /**
   * Whether there is one.
   *
   * @param dir of the target
   * @param size that the target will have
   */
  static boolean isThere(int dir, byte[] name, long size) {
    Stat stat = new Stat();
    return size >= LEAST
        && Posix.stat(dir, name, Posix.AT_SYMLINK_NOFOLLOW, stat) == 0
        && stat.isFile()
        && stat.size >= LEAST;
  }

  /**
   * Fills the part, which is empty.
   *
   * @param size that the part will have
   * @return bytes from the start that it has then; 0 where that failed, and the part is empty again
   */
  static long copy(int dir, byte[] name, int part, long size) {
    int from = Posix.open(dir, name, FLAGS, 0);
    if (from < 0) {
      return 0;
    }
    try {
      Stat stat = new Stat();
      if (Posix.stat(from, stat) < 0 || !stat.isFile()) {
        return 0;
      }
      long most = Math.min(stat.size, size);
      boolean filled = Posix.share(part, from) == 0 || copy(from, part, most);
      if (filled && Posix.truncate(part, most) == 0) {
        return most;
      }
      Posix.truncate(part, 0);
      return 0;
    } finally {
      Posix.close(from);
    }
  }

  private static boolean copy(int from, int part, long size) {
    long at = 0;
    while (at < size) {
      long data = Posix.seek(from, at, Posix.SEEK_DATA);
      if (data == -Errno.ENXIO || data >= size) {
        return true;
      }
      long hole = data < 0 ? data : Posix.seek(from, data, Posix.SEEK_HOLE);
      if (hole < 0) {
        return false;
      }
      at = data;
      long end = Math.min(hole, size);
      while (at < end) {
        long done = Posix.copyRange(from, part, at, end - at);
        if (done <= 0) {
          return false;
        }
        at += done;
      }
    }
    return true;
  }
}
