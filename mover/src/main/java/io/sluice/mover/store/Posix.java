package io.sluice.mover.store;

import com.sun.jna.Native;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * System calls on what is open or is to be opened; {@link NameCalls} has those that change names.
 * Each returns what the call did, or {@code -errno}; none throws, none allocates, and each is
 * repeated where a signal interrupted it. A path that is longer than the kernel takes is {@code
 * -ENAMETOOLONG}.
 */
final class Posix {
  static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

  static final int AT_FDCWD = -100;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int AT_REMOVEDIR = 0x200;
  static final int AT_SYMLINK_FOLLOW = 0x400;
  static final int AT_EMPTY_PATH = 0x1000;

  static final int O_RDONLY = 0;
  static final int O_WRONLY = 1;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0100;
  static final int O_EXCL = 0200;
  static final int O_NOCTTY = 0400;
  static final int O_TRUNC = 01000;
  static final int O_NONBLOCK = 04000;
  static final int O_DIRECTORY = ARM ? 040000 : 0200000;
  static final int O_NOFOLLOW = ARM ? 0100000 : 0400000;
  static final int O_CLOEXEC = 02000000;
  static final int O_PATH = 010000000;
  static final int O_TMPFILE = 020000000 | O_DIRECTORY;

  static final int RESOLVE_NO_MAGICLINKS = 0x02;
  static final int RESOLVE_NO_SYMLINKS = 0x04;
  static final int RESOLVE_BENEATH = 0x08;

  static final int SEEK_DATA = 3;
  static final int SEEK_HOLE = 4;

  static final int FADV_SEQUENTIAL = 2;

  /** Makes a hole. */
  static final int FALLOC_FL_PUNCH_HOLE = 2;

  /** {@code _IOW(0x94, 9, int)}: shares all of another file's blocks. */
  private static final long FICLONE = 0x40049409L;

  /** Allocates without a change of size. */
  static final int FALLOC_FL_KEEP_SIZE = 1;

  /** Everything that {@code stat} tells. */
  static final int STATX_BASIC = 0x7ff;

  static final int UTIME_OMIT = (1 << 30) - 2;

  private static final long TMPFS_MAGIC = 0x01021994;
  private static final long RAMFS_MAGIC = 0x858458f6L;

  private static final int F_OFD_SETLK = 37;
  private static final int SYNC_FILE_RANGE_WRITE = 2;
  private static final int SYS_OPENAT2 = 437;
  private static final int SYS_STATX = ARM ? 291 : 332;
  private static final int SYS_GETDENTS64 = ARM ? 61 : 217;
  private static final int AGAIN_LIMIT = 128;
  private static final byte[] EMPTY = {};

  private Posix() {}

  static int result(int returned) {
    return returned >= 0 ? returned : -Native.getLastError();
  }

  static long result(long returned) {
    return returned >= 0 ? returned : -Native.getLastError();
  }

  /** Opens; always close-on-exec. */
  static int open(int dir, byte[] path, int flags, int mode) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    long name = Scratch.own().first(path);
    int opened;
    do {
      opened = result(Libc.openat(dir, name, flags | O_CLOEXEC, mode));
    } while (opened == -Errno.EINTR);
    return opened;
  }

  /**
   * Opens what the path leads to if it lies below {@code dir}: {@code ..}, an absolute link or a
   * link that leads out is {@code -EXDEV}. The kernel checks while it walks, so nothing that is
   * swapped in meanwhile leads out either. Where it can't be sure because something was renamed at
   * that moment it says {@code EAGAIN}, and is asked again.
   */
  static int openBeneath(int dir, byte[] path, int flags, int mode, int resolve) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    Scratch memory = Scratch.own();
    long name = memory.first(path);
    memory.putLong(0, (flags | O_CLOEXEC) & 0xffffffffL);
    memory.putLong(8, (flags & O_CREAT) != 0 ? mode : 0);
    memory.putLong(16, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | resolve);
    long opened;
    int again = 0;
    do {
      opened = result(Libc.syscall(SYS_OPENAT2, dir, name, memory.structure(), 24, 0, 0));
    } while (opened == -Errno.EINTR || (opened == -Errno.EAGAIN && ++again < AGAIN_LIMIT));
    return (int) opened;
  }

  static int close(int fd) {
    return result(Libc.close(fd));
  }

  static int dup(int fd) {
    return result(Libc.dup(fd));
  }

  /** Attributes of a name, of what it links to unless {@code AT_SYMLINK_NOFOLLOW} is given. */
  static int stat(int dir, byte[] path, int flags, Stat into) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    return stat(dir, Scratch.own().first(path), flags, into);
  }

  /** The same for a name that is in native memory, ended by NUL. */
  static int stat(int dir, long name, int flags, Stat into) {
    return stat(Scratch.own(), dir, name, flags, into);
  }

  /** The same for who has the thread's memory at hand. */
  static int stat(Scratch memory, int dir, long name, int flags, Stat into) {
    int done =
        (int) result(Libc.syscall(SYS_STATX, dir, name, flags, STATX_BASIC, memory.structure(), 0));
    if (done == 0) {
      into.read(memory);
    }
    return done;
  }

  /** Attributes of what is open. */
  static int stat(int fd, Stat into) {
    return stat(fd, EMPTY, AT_EMPTY_PATH, into);
  }

  /** Reads into the buffer's remaining space, whose position moves; 0 is the end. */
  static int read(int fd, ByteBuffer into, long position) {
    int done;
    if (into.isDirect()) {
      long address = Scratch.addressOf(into) + into.position();
      try {
        do {
          done = (int) result(Libc.pread(fd, address, into.remaining(), position));
        } while (done == -Errno.EINTR);
      } finally {
        Reference.reachabilityFence(into);
      }
      if (done > 0) {
        into.position(into.position() + done);
      }
    } else {
      Scratch memory = Scratch.own();
      int count = Math.min(into.remaining(), Scratch.BLOCK);
      do {
        done = (int) result(Libc.pread(fd, memory.block(), count, position));
      } while (done == -Errno.EINTR);
      if (done > 0) {
        memory.getBlock(into, done);
      }
    }
    return done;
  }

  /** Writes from the buffer's remaining bytes, whose position moves; maybe not all. */
  static int write(int fd, ByteBuffer from, long position) {
    long address;
    int count;
    if (from.isDirect()) {
      address = Scratch.addressOf(from) + from.position();
      count = from.remaining();
    } else {
      Scratch memory = Scratch.own();
      count = memory.putBlock(from);
      address = memory.block();
    }
    int done;
    try {
      do {
        done = (int) result(Libc.pwrite(fd, address, count, position));
      } while (done == -Errno.EINTR);
    } finally {
      Reference.reachabilityFence(from);
    }
    if (done > 0) {
      from.position(from.position() + done);
    }
    return done;
  }

  static long seek(int fd, long offset, int whence) {
    return result(Libc.lseek(fd, offset, whence));
  }

  static int truncate(int fd, long size) {
    int done;
    do {
      done = result(Libc.ftruncate(fd, size));
    } while (done == -Errno.EINTR);
    return done;
  }

  static int allocate(int fd, int mode, long offset, long length) {
    int done;
    do {
      done = result(Libc.fallocate(fd, mode, offset, length));
    } while (done == -Errno.EINTR);
    return done;
  }

  /** Lets a file share all blocks of another one, where the file system can. */
  static int share(int into, int from) {
    return result(Libc.ioctl(into, FICLONE, from));
  }

  static int advise(int fd, long offset, long length, int advice) {
    return -Libc.posix_fadvise(fd, offset, length, advice);
  }

  /** Starts writing a range of dirty pages to disk; promises nothing. */
  static int startWriting(int fd, long offset, long length) {
    return result(Libc.sync_file_range(fd, offset, length, SYNC_FILE_RANGE_WRITE));
  }

  static int fsync(int fd) {
    int done;
    do {
      done = result(Libc.fsync(fd));
    } while (done == -Errno.EINTR);
    return done;
  }

  static int syncfs(int fd) {
    return result(Libc.syncfs(fd));
  }

  /** Locks the whole file for this open file description alone; {@code -EAGAIN} if it is taken. */
  static int lock(int fd) {
    Scratch memory = Scratch.own();
    // struct flock: short type (F_WRLCK), short whence, long start, long length, int pid.
    memory.putLong(0, 1).putLong(8, 0).putLong(16, 0).putLong(24, 0);
    int done = result(Libc.fcntl(fd, F_OFD_SETLK, memory.structure()));
    return done == -Errno.EACCES ? -Errno.EAGAIN : done;
  }

  /** Whether the file system keeps its files in memory. */
  static boolean inMemory(int fd) {
    Scratch memory = Scratch.own();
    if (Libc.fstatfs(fd, memory.structure()) != 0) {
      return false;
    }
    long type = memory.getLong(0);
    return type == TMPFS_MAGIC || type == RAMFS_MAGIC;
  }

  /** Bytes that this user may still write to the file system, or {@code -errno}. */
  static long available(int fd) {
    Scratch memory = Scratch.own();
    int done = result(Libc.fstatfs(fd, memory.structure()));
    // struct statfs: type, block size, blocks, free, available to this user.
    return done < 0 ? done : memory.getLong(8) * memory.getLong(32);
  }

  static int chmod(int fd, int mode) {
    return result(Libc.fchmod(fd, mode));
  }

  /** Changes the owner of what is open; -1 leaves one as it is. */
  static int chown(int fd, int uid, int gid) {
    return NameCalls.chown(fd, EMPTY, uid, gid);
  }

  /** Sets the time of the last change of what is open; that of the last access stays. */
  static int setTime(int fd, long seconds, int nanos) {
    Scratch memory = Scratch.own();
    memory.putLong(0, 0).putLong(8, UTIME_OMIT).putLong(16, seconds).putLong(24, nanos);
    return result(Libc.futimens(fd, memory.structure()));
  }

  /**
   * Reads names of a folder from where its descriptor stands into native memory, as {@code struct
   * linux_dirent64}.
   *
   * @return bytes, 0 at the end
   */
  static int list(int fd, long buffer, int size) {
    return (int) result(Libc.syscall(SYS_GETDENTS64, fd, buffer, size, 0, 0, 0));
  }
}
