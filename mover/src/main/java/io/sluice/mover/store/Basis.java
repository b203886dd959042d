package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file that stands under a target's name, of which most may still be right: a disk image or a
 * database of which some blocks changed. Where the file system can, the part begins as one that
 * shares all of its blocks; else what is right of it is copied, block by block.
 */
final class Basis implements Closeable {
  /** A smaller file is sent as a whole: comparing it costs more than its bytes. */
  private static final long LEAST = 1 << 20;

  private static final int FLAGS =
      Posix.O_RDONLY | Posix.O_NOFOLLOW | Posix.O_NONBLOCK | Posix.O_NOCTTY;

  private final Descriptor file;
  private final long size;
  private boolean shared;

  private Basis(Descriptor file, long size) {
    this.file = file;
    this.size = size;
  }

  /**
   * Opens it.
   *
   * @param dir of the target
   * @param wanted bytes that the target will have
   * @return {@code null} where there is none, or none that is worth it
   */
  static Basis open(int dir, byte[] name, long wanted) {
    if (wanted < LEAST) {
      return null;
    }
    int fd = Posix.open(dir, name, FLAGS, 0);
    if (fd < 0) {
      return null;
    }
    Stat stat = new Stat();
    if (Posix.stat(fd, stat) < 0 || !stat.isFile() || stat.size < LEAST) {
      Posix.close(fd);
      return null;
    }
    return new Basis(new Descriptor(fd), Math.min(stat.size, wanted));
  }

  /** Has a part that is empty share its blocks, where the file system can. */
  void share(int part) throws IOException {
    int fd = file.acquire();
    try {
      shared = Posix.share(part, fd) == 0 && Posix.truncate(part, size) == 0;
    } finally {
      file.release();
    }
  }

  /** Whether the part has its blocks. */
  boolean isShared() {
    return shared;
  }

  /** Bytes that are of use. */
  long size() {
    return size;
  }

  /** Reads it; -1 at or after the end. */
  int read(BytePath path, ByteBuffer into, long position) throws IOException {
    int fd = file.acquire();
    try {
      int count = Errno.check(path, Posix.read(fd, into, position));
      return count == 0 ? -1 : count;
    } finally {
      file.release();
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
