package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A small file that is whole and has no name yet. {@link #publish} names it; closed before that, it
 * is gone. Holds a descriptor until it is closed.
 */
public final class NewFile implements Closeable {
  private static final byte[] SELF = {};
  private static final byte[] HERE = {'.'};

  private final Tree tree;
  private final Removal removal;
  private final Folder in;
  private final BytePath name;

  private final List<String> warnings = new ArrayList<>(0);
  private int fd;
  private boolean named;
  private boolean published;

  private NewFile(Tree tree, Removal removal, Folder in, BytePath name) {
    this.tree = tree;
    this.removal = removal;
    this.in = in;
    this.name = name;
  }

  static NewFile create(
      Tree tree, Removal removal, Folder in, Entry wanted, ByteBuffer content, Metadata metadata)
      throws StoreException {
    NewFile file = new NewFile(tree, removal, in, wanted.name());
    int dir = tree.acquire(in);
    try {
      file.open(dir);
      file.write(content);
      metadata.apply(
          in.shown(wanted.name()),
          file.fd,
          SELF,
          null,
          wanted.attributes(),
          wanted.xattrs(),
          metadata.fresh(in, dir),
          file.warnings);
      return file;
    } catch (StoreException | RuntimeException e) {
      file.close();
      throw e;
    } finally {
      tree.release(in);
    }
  }

  private void open(int dir) throws StoreException {
    fd = Posix.open(dir, HERE, Posix.O_RDWR | Posix.O_TMPFILE, 0600);
    if (fd == -Errno.EOPNOTSUPP || fd == -Errno.EISDIR || fd == -Errno.EINVAL) {
      named = true;
      byte[] temporary = temporary();
      NameCalls.unlink(dir, temporary, 0);
      int flags = Posix.O_RDWR | Posix.O_CREAT | Posix.O_EXCL | Posix.O_NOFOLLOW;
      fd = Posix.open(dir, temporary, flags, 0600);
    }
    if (fd < 0) {
      throw in.failure(name, fd);
    }
  }

  /** Its name until it is published, where it needs one. */
  private byte[] temporary() {
    return Names.small(name);
  }

  private void write(ByteBuffer content) throws StoreException {
    long at = 0;
    while (content.hasRemaining()) {
      int done = Posix.write(fd, content, at);
      if (done < 0) {
        throw in.failure(name, done);
      }
      at += done;
    }
  }

  /** What could not be set for want of privilege. */
  public List<String> warnings() {
    return warnings;
  }

  /** Gives it its name, in place of what is there. */
  public void publish() throws StoreException {
    int dir = tree.acquire(in);
    try {
      if (!named) {
        int linked = NameCalls.linkOpen(fd, dir, name.bytes());
        if (linked == -Errno.EEXIST) {
          byte[] temporary = temporary();
          NameCalls.unlink(dir, temporary, 0);
          linked = NameCalls.linkOpen(fd, dir, temporary);
          named = linked == 0;
        }
        if (linked < 0) {
          throw in.failure(name, linked);
        }
      }
      if (named) {
        int renamed = NameCalls.rename(dir, temporary(), dir, name.bytes());
        if (renamed == -Errno.EISDIR) {
          removal.remove(in, name);
          renamed = NameCalls.rename(dir, temporary(), dir, name.bytes());
        }
        if (renamed < 0) {
          throw in.failure(name, renamed);
        }
      }
      published = true;
    } finally {
      tree.release(in);
    }
  }

  @Override
  public void close() {
    if (fd < 0) {
      return;
    }
    Posix.close(fd);
    fd = -1;
    if (named && !published) {
      try {
        int dir = tree.acquire(in);
        NameCalls.unlink(dir, temporary(), 0);
        tree.release(in);
      } catch (StoreException e) {
        // Its folder is gone, and it with it.
        published = false;
      }
    }
  }
}
