package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Source;
import io.sluice.mover.Store;
import io.sluice.mover.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Files of this host. Thread-safe. Closing it ends the use of the exported folders; what was opened
 * before stays usable.
 */
public final class FileStore implements Store, Closeable {
  /** As many links in a row as the kernel follows. */
  private static final int LINK_LIMIT = 40;

  private final Region region;
  private final boolean readOnly;

  private FileStore(Region region, boolean readOnly) {
    this.region = region;
    this.readOnly = readOnly;
  }

  /** All files that the user can reach; relative paths start at the working folder. */
  public static FileStore local() {
    return new FileStore(new Local(), false);
  }

  /**
   * What lies below some folders, and nothing else: a path that leads out by {@code ..} or by a
   * link is refused, and so is an absolute link wherever it leads. Relative paths start at the
   * first folder. The folders are opened now: one that is renamed later stays the one that is
   * exported.
   *
   * @throws StoreException where one of them is no folder or can't be opened
   */
  public static FileStore exporting(List<BytePath> roots, boolean readOnly) throws IOException {
    return new FileStore(new Exported(roots), readOnly);
  }

  /**
   * {@inheritDoc}
   *
   * @throws StoreException where it is no regular file, or can't be read
   */
  @Override
  public Source source(BytePath path) throws IOException {
    return FileSource.open(region, path);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A symbolic link is written through, as {@code cp} does: what it links to is replaced, in its
   * folder. One that leads nowhere is refused.
   *
   * @throws StoreException where it can't be written: no folder for it, something there that is no
   *     regular file, another copy that writes it
   */
  @Override
  public Sink sink(BytePath path, Attributes source, SinkOptions options) throws IOException {
    refuseReadOnly(path);
    Stat stat = new Stat();
    BytePath at = path;
    for (int links = 0; links <= LINK_LIMIT; links++) {
      BytePath name = at.name();
      if (region.isRoot(at) || isFolderName(name) || at.endsWithSlash()) {
        throw new StoreException(path, Errno.EISDIR, "is a folder, not a regular file");
      }
      int folder = openFolder(path, at.parent());
      boolean owned = false;
      try {
        int found = Posix.stat(folder, name.bytes(), Posix.AT_SYMLINK_NOFOLLOW, stat);
        if (found == 0 && stat.isLink()) {
          at = follow(path, folder, at);
          continue;
        }
        if (found == -Errno.ENOENT && links > 0) {
          throw new StoreException(path, Errno.ENOENT, "is a symbolic link to nothing: " + at);
        }
        if (found == 0 && !stat.isFile()) {
          throw Kinds.refusal(path, stat, null);
        }
        if (found < 0 && found != -Errno.ENOENT) {
          throw Errno.of(path, found);
        }
        Sink sink = FileSink.open(path, folder, name, source, null, options);
        owned = true;
        return sink;
      } finally {
        if (!owned) {
          Posix.close(folder);
        }
      }
    }
    throw Errno.of(path, -Errno.ELOOP);
  }

  private BytePath follow(BytePath path, int folder, BytePath link) throws StoreException {
    byte[] text = NameCalls.readLink(folder, link.name().bytes());
    if (text == null || text.length == 0) {
      throw Errno.of(path, -Errno.ENOENT);
    }
    BytePath target = BytePath.of(text);
    if (target.isAbsolute() && !region.followsAbsoluteLinks()) {
      throw new StoreException(
          path,
          Errno.EXDEV,
          "is a link to the absolute path " + target + ", which is not followed");
    }
    return link.parent().resolve(target);
  }

  private static boolean isFolderName(BytePath name) {
    return name.isEmpty() || name.equals(BytePath.of(".")) || name.equals(BytePath.of(".."));
  }

  private int openFolder(BytePath path, BytePath folder) throws StoreException {
    int fd = region.open(folder, Posix.O_RDONLY | Posix.O_DIRECTORY, 0);
    if (fd == -Errno.EACCES) {
      fd = region.open(folder, Posix.O_PATH | Posix.O_DIRECTORY, 0);
    }
    if (fd == -Errno.ENOENT) {
      throw Errno.of(path, fd, "its folder is not there; --mkpath makes it");
    }
    if (fd < 0) {
      throw region.failure(path, fd);
    }
    return fd;
  }

  /**
   * A folder and all that is below it, to be walked.
   *
   * @throws StoreException where it is no folder or can't be read
   */
  public Tree tree(BytePath path) throws IOException {
    int fd = region.open(path, Posix.O_RDONLY | Posix.O_DIRECTORY, 0);
    if (fd == -Errno.ENOTDIR) {
      throw Errno.of(path, fd, "is no folder; copy is for files");
    }
    if (fd < 0) {
      throw region.failure(path, fd);
    }
    return new Tree(path, fd, () -> attributes(path));
  }

  /** The same, as a replica that is only looked at; whoever may read may have it. */
  public Replica view(BytePath path, Metadata metadata) throws IOException {
    return new Replica(tree(path), metadata);
  }

  /** The same, to be written to. */
  public Replica replica(BytePath path, Metadata metadata) throws IOException {
    refuseReadOnly(path);
    return new Replica(tree(path), metadata);
  }

  @Override
  public Attributes attributes(BytePath path) throws IOException {
    int fd = region.open(path, Posix.O_PATH, 0);
    if (fd == -Errno.ENOENT) {
      return null;
    }
    if (fd < 0) {
      throw region.failure(path, fd);
    }
    try {
      Stat stat = new Stat();
      Errno.check(path, Posix.stat(fd, stat));
      return stat.attributes();
    } finally {
      Posix.close(fd);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>What was made is durable when this returns.
   */
  @Override
  public void makeFolder(BytePath path, boolean parents) throws IOException {
    int there = region.open(path, Posix.O_PATH | Posix.O_DIRECTORY, 0);
    if (there >= 0) {
      Posix.close(there);
      return;
    }
    refuseReadOnly(path);
    BytePath name = path.name();
    if (there != -Errno.ENOENT || isFolderName(name)) {
      throw region.failure(path, there);
    }
    BytePath parent = path.parent();
    if (parents) {
      makeFolder(parent, true);
    }
    int folder = openFolder(path, parent);
    try {
      int made = NameCalls.mkdir(folder, name.bytes(), 0777);
      if (made == -Errno.EEXIST && isFolder(path)) {
        return;
      }
      Errno.check(path, made);
      Posix.fsync(folder);
    } finally {
      Posix.close(folder);
    }
  }

  private boolean isFolder(BytePath path) throws IOException {
    Attributes there = attributes(path);
    return there != null && there.type() == Attributes.Type.DIRECTORY;
  }

  @Override
  public BytePath canonical(BytePath path) throws IOException {
    return region.canonical(path);
  }

  @Override
  public void close() {
    region.close();
  }

  private void refuseReadOnly(BytePath path) throws StoreException {
    if (readOnly) {
      throw new StoreException(path, Errno.EROFS, "is exported for reading only");
    }
  }
}
