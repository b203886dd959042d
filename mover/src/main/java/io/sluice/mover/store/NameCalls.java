package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.jna.Native;

/**
 * System calls on names in an open folder: they make, link, move and remove them, and set what they
 * are. Returns as {@link Posix} does. Where a name may be empty, what is open itself is meant.
 */
final class NameCalls {
  private static final int SYS_MKNODAT = Posix.ARM ? 33 : 259;
  private static final byte[] EMPTY = {};

  private NameCalls() {}

  /** Changes the mode of a name itself; of what is open where the name is empty. */
  static int chmod(int dir, byte[] path, int mode) {
    if (path.length == 0) {
      return Posix.chmod(dir, mode);
    }
    // fchmodat follows links, and fchmodat2 needs Linux 6.6: through a descriptor that does not.
    int fd = Posix.open(dir, path, Posix.O_PATH | Posix.O_NOFOLLOW, 0);
    if (fd < 0) {
      return fd;
    }
    try {
      long name = Scratch.own().first(("/proc/self/fd/" + fd).getBytes(US_ASCII));
      return Posix.result(Libc.fchmodat(Posix.AT_FDCWD, name, mode, 0));
    } finally {
      Posix.close(fd);
    }
  }

  /** Changes the owner of a name itself, never of what it links to; -1 leaves one as it is. */
  static int chown(int dir, byte[] path, int uid, int gid) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    int flags = Posix.AT_SYMLINK_NOFOLLOW | (path.length == 0 ? Posix.AT_EMPTY_PATH : 0);
    return Posix.result(Libc.fchownat(dir, Scratch.own().first(path), uid, gid, flags));
  }

  static int mkdir(int dir, byte[] path, int mode) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    return Posix.result(Libc.mkdirat(dir, Scratch.own().first(path), mode));
  }

  static int unlink(int dir, byte[] path, int flags) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    return Posix.result(Libc.unlinkat(dir, Scratch.own().first(path), flags));
  }

  static int rename(int fromDir, byte[] from, int toDir, byte[] to) {
    if (!Scratch.fits(from) || !Scratch.fits(to)) {
      return -Errno.ENAMETOOLONG;
    }
    Scratch memory = Scratch.own();
    return Posix.result(Libc.renameat(fromDir, memory.first(from), toDir, memory.second(to)));
  }

  /** What a link says, or {@code null} with the cause in {@link Native#getLastError}. */
  static byte[] readLink(int dir, byte[] path) {
    if (!Scratch.fits(path)) {
      Native.setLastError(Errno.ENAMETOOLONG);
      return null;
    }
    Scratch memory = Scratch.own();
    long length = Libc.readlinkat(dir, memory.first(path), memory.block(), Scratch.BLOCK);
    return length < 0 ? null : memory.blockBytes((int) length);
  }

  static int symlink(byte[] target, int dir, byte[] path) {
    if (!Scratch.fits(target) || !Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    Scratch memory = Scratch.own();
    return Posix.result(Libc.symlinkat(memory.first(target), dir, memory.second(path)));
  }

  /** Gives a file that has a name another one; a symbolic link is linked itself. */
  static int link(int fromDir, byte[] from, int toDir, byte[] to) {
    if (!Scratch.fits(from) || !Scratch.fits(to)) {
      return -Errno.ENAMETOOLONG;
    }
    Scratch memory = Scratch.own();
    return Posix.result(Libc.linkat(fromDir, memory.first(from), toDir, memory.second(to), 0));
  }

  /** Gives an open file that has no name its first. */
  static int linkOpen(int fd, int dir, byte[] name) {
    if (!Scratch.fits(name)) {
      return -Errno.ENAMETOOLONG;
    }
    Scratch memory = Scratch.own();
    int done =
        Posix.result(
            Libc.linkat(fd, memory.first(EMPTY), dir, memory.second(name), Posix.AT_EMPTY_PATH));
    if (done == -Errno.ENOENT || done == -Errno.EPERM) {
      // Only root may link a descriptor; the others go through its name.
      long path = memory.first(("/proc/self/fd/" + fd).getBytes(US_ASCII));
      done =
          Posix.result(
              Libc.linkat(Posix.AT_FDCWD, path, dir, memory.second(name), Posix.AT_SYMLINK_FOLLOW));
    }
    return done;
  }

  /** Makes a FIFO, socket or device; {@code mode} has its type and permissions. */
  static int makeNode(int dir, byte[] path, int mode, int major, int minor) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    // The kernel's encoding of a device number in 32 bits: minor's low byte, major, minor's rest.
    long device = (minor & 0xff) | ((major & 0xfffL) << 8) | ((minor & 0xfff00L) << 12);
    long name = Scratch.own().first(path);
    return (int) Posix.result(Libc.syscall(SYS_MKNODAT, dir, name, mode, device, 0, 0));
  }

  /** Sets the time of the last change of a name itself; that of the last access stays. */
  static int setTime(int dir, byte[] path, long seconds, int nanos) {
    if (!Scratch.fits(path)) {
      return -Errno.ENAMETOOLONG;
    }
    if (path.length == 0) {
      return Posix.setTime(dir, seconds, nanos);
    }
    Scratch memory = Scratch.own();
    memory.putLong(0, 0).putLong(8, Posix.UTIME_OMIT).putLong(16, seconds).putLong(24, nanos);
    return Posix.result(
        Libc.utimensat(dir, memory.first(path), memory.structure(), Posix.AT_SYMLINK_NOFOLLOW));
  }
}
