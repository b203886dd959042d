package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A regular file that is changed where it is: of a big one that changed a little, little is
 * written, and no room is needed for a second one. There is no part and no journal. An interrupted
 * change leaves a file that is neither old nor new, whose time of change is that of its last write;
 * the next session compares all of it again.
 */
final class InPlaceSink implements Sink {
  private static final byte[] NO_NAME = {};

  private static final int FLAGS =
      Posix.O_RDWR | Posix.O_NOFOLLOW | Posix.O_NONBLOCK | Posix.O_NOCTTY;

  private final BytePath path;
  private final Descriptor file;
  private final long size;
  private final List<Xattr> xattrs;
  private final SinkOptions options;
  private final Covered covered = new Covered();

  private InPlaceSink(
      BytePath path, Descriptor file, long size, List<Xattr> xattrs, SinkOptions options) {
    this.path = path;
    this.file = file;
    this.size = size;
    this.xattrs = xattrs;
    this.options = options;
  }

  /**
   * Opens one, or returns {@code null} where no regular file has the name.
   *
   * @param path the target, for errors
   * @param folder descriptor of its folder, which stays the caller's
   * @param name its name there
   * @param xattrs extended attributes that it will have, or {@code null} to leave them alone
   */
  static InPlaceSink open(
      BytePath path,
      int folder,
      BytePath name,
      Attributes source,
      List<Xattr> xattrs,
      SinkOptions options)
      throws IOException {
    Stat stat = new Stat();
    if (Posix.stat(folder, name.bytes(), Posix.AT_SYMLINK_NOFOLLOW, stat) < 0 || !stat.isFile()) {
      return null;
    }
    Descriptor file = new Descriptor(Errno.check(path, Posix.open(folder, name.bytes(), FLAGS, 0)));
    boolean opened = false;
    try {
      int fd = file.acquire();
      try {
        Errno.check(path, Posix.stat(fd, stat));
        if (!stat.isFile()) {
          return null;
        }
        int locked = Posix.lock(fd);
        if (locked < 0) {
          throw locked == -Errno.EAGAIN
              ? new StoreException(path, Errno.EAGAIN, "another copy is writing to it")
              : Errno.of(path, locked, "it can't be locked");
        }
      } finally {
        file.release();
      }
      opened = true;
      return new InPlaceSink(path, file, Math.min(stat.size, source.size()), xattrs, options);
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  @Override
  public long base() {
    return size;
  }

  @Override
  public Older older() {
    return Older.REWRITTEN;
  }

  @Override
  public void keep(ByteBuffer bytes, long position) {
    covered.add(position, bytes.remaining());
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    int count = from.remaining();
    int fd = file.acquire();
    try {
      long at = position;
      while (from.hasRemaining()) {
        at += Errno.check(path, Posix.write(fd, from, at));
      }
    } finally {
      file.release();
    }
    covered.add(position, count);
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int fd = file.acquire();
    try {
      int count = Errno.check(path, Posix.read(fd, into, position));
      return count == 0 ? -1 : count;
    } finally {
      file.release();
    }
  }

  @Override
  public void landed(long offset, long length) throws IOException {
    if (options.durable()) {
      int fd = file.acquire();
      try {
        Posix.startWriting(fd, offset, length);
      } finally {
        file.release();
      }
    }
  }

  @Override
  public List<String> complete(Attributes attributes, boolean durable) throws IOException {
    List<String> warnings = new ArrayList<>();
    int fd = file.acquire();
    try {
      Ending.trim(path, fd, attributes.size(), covered);
      Stat stat = new Stat();
      Errno.check(path, Posix.stat(fd, stat));
      // Content first: the time that says it is whole must not survive where the content did not.
      Errno.check(path, durable ? Posix.fsync(fd) : Ending.flush(fd));
      new Metadata(options.preserveOwner(), true, true, xattrs != null)
          .apply(path, fd, NO_NAME, stat, attributes, xattrs, false, warnings);
      if (durable) {
        Errno.check(path, Posix.fsync(fd));
      }
    } finally {
      file.release();
    }
    return warnings;
  }

  /** {@inheritDoc} What was written can't be taken back. */
  @Override
  public void discard() {}

  @Override
  public void close() {
    file.close();
  }
}
