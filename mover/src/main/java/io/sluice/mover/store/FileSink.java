package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.store.Names.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A regular file that is written aside and renamed into place when it is whole. What is there under
 * the name stays untouched until then, and other names (hard links) of it for ever.
 */
final class FileSink implements Sink {
  private static final byte[] NO_NAME = {};

  private final BytePath path;
  private final BytePath name;
  private final int folder;
  private final PartFile files;
  private final Descriptor part;
  private final SinkOptions options;
  private final Allocation allocation;
  private final List<Xattr> xattrs;
  private final AtomicInteger records;

  /**
   * The kernel lets one buffered write into a file at a time, and lets the others spin for the
   * inode's lock: measured on tmpfs with two writers, a fifth of the receiver's processor time.
   * Waiting here they sleep.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** The file that it will replace, or {@code null}. */
  private final Basis basis;

  /** What was written or found right; {@code null} where the rest can only be holes. */
  private final Covered covered;

  private boolean ended;
  private boolean closed;

  private FileSink(
      BytePath path,
      int folder,
      BytePath name,
      PartFile files,
      Allocation allocation,
      List<Xattr> xattrs,
      SinkOptions options,
      Basis basis) {
    this.path = path;
    this.basis = basis;
    boolean mixed = files.resumed() || (basis != null && basis.isShared());
    this.covered = mixed ? new Covered() : null;
    // What an earlier session noted is content of this very source, compared or not.
    files.landed().forEach(range -> same(range.offset(), range.length()));
    this.folder = folder;
    this.name = name;
    this.files = files;
    this.part = files.part();
    this.allocation = allocation;
    this.xattrs = xattrs;
    this.options = options;
    this.records = new AtomicInteger(files.landed().size());
  }

  /**
   * Opens one.
   *
   * @param path the target, for errors
   * @param folder descriptor of its folder, which the sink owns if this succeeds
   * @param name its name there
   * @param xattrs extended attributes that it will have, or {@code null} to leave them alone
   */
  static FileSink open(
      BytePath path,
      int folder,
      BytePath name,
      Attributes source,
      List<Xattr> xattrs,
      SinkOptions options)
      throws IOException {
    PartFile files =
        PartFile.open(
            folder,
            path,
            name,
            Identity.of(source, options.extent()),
            options.resume(),
            options.lockWait());
    Basis basis = null;
    if (options.older() != Older.LEFT) {
      basis = Basis.open(folder, name.bytes(), source.size());
    }
    int fd = files.part().acquire();
    try {
      if (basis != null && options.older() == Older.COMPARED && !files.resumed()) {
        basis.share(fd);
      }
      return new FileSink(path, folder, name, files, new Allocation(fd), xattrs, options, basis);
    } finally {
      files.part().release();
    }
  }

  @Override
  public long base() {
    return basis == null ? 0 : basis.size();
  }

  @Override
  public Older older() {
    return basis == null ? Older.LEFT : options.older();
  }

  /** {@inheritDoc} One that is shared is read in the part, which nobody else can change. */
  @Override
  public int readBase(ByteBuffer into, long position) throws IOException {
    return basis == null || basis.isShared()
        ? read(into, position)
        : basis.read(path, into, position);
  }

  @Override
  public void keep(ByteBuffer bytes, long position) throws IOException {
    if (basis != null && basis.isShared()) {
      same(position, bytes.remaining());
    } else {
      write(bytes, position);
    }
  }

  @Override
  public void same(long offset, long length) {
    if (covered != null) {
      covered.add(offset, length);
    }
  }

  @Override
  public List<Range> landed() {
    return files.landed();
  }

  @Override
  public boolean startedOver() {
    return files.startedOver();
  }

  @Override
  public void expect(long offset, long length) throws IOException {
    int fd = part.acquire();
    try {
      allocation.expect(fd, path, offset, length);
    } finally {
      part.release();
    }
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    int count = from.remaining();
    int fd = part.acquire();
    try {
      long at = position;
      writing.lock();
      try {
        while (from.hasRemaining()) {
          at += Errno.check(path, Posix.write(fd, from, at));
        }
      } finally {
        writing.unlock();
      }
    } finally {
      part.release();
    }
    same(position, count);
    allocation.written(count);
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    int fd = part.acquire();
    try {
      int count = Errno.check(path, Posix.read(fd, into, position));
      return count == 0 ? -1 : count;
    } finally {
      part.release();
    }
  }

  @Override
  public void landed(long offset, long length) throws IOException {
    files.note(records.getAndIncrement(), offset, length);
    if (options.durable()) {
      int fd = part.acquire();
      try {
        Posix.startWriting(fd, offset, length);
      } finally {
        part.release();
      }
    }
  }

  @Override
  public synchronized List<String> complete(Attributes attributes, boolean durable)
      throws IOException {
    List<String> warnings = new ArrayList<>();
    int fd = part.acquire();
    try {
      Stat stat = Ending.trim(path, fd, attributes.size(), covered);
      new Metadata(options.preserveOwner(), true, true, xattrs != null)
          .apply(path, fd, NO_NAME, stat, attributes, xattrs, false, warnings);
      Errno.check(path, durable ? Posix.fsync(fd) : Ending.flush(fd));
      Errno.check(path, NameCalls.rename(folder, files.name(), folder, name.bytes()));
      ended = true;
      files.removeJournal();
      if (durable) {
        Errno.check(path, syncFolder(fd));
      }
    } finally {
      part.release();
    }
    return warnings;
  }

  private int syncFolder(int fd) {
    int done = Posix.fsync(folder);
    if (done == -Errno.EBADF) {
      // A folder that may be searched but not read is open by path only.
      return Posix.syncfs(fd);
    }
    return done == -Errno.EINVAL ? 0 : done;
  }

  @Override
  public synchronized void discard() {
    if (!ended) {
      ended = true;
      files.remove();
    }
  }

  /** {@inheritDoc} Where nothing has landed there is nothing to keep, and nothing is left. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (records.get() == 0) {
      discard();
    }
    files.close();
    if (basis != null) {
      basis.close();
    }
    Posix.close(folder);
  }
}
