package io.sluice.mover.store;

import com.sun.jna.Native;

/**
 * The C library's functions as they are: addresses and sizes are {@code long}, a failure is -1 with
 * {@code errno} in {@link Native#getLastError}. Direct mapping keeps a call at a few hundred
 * nanoseconds and without allocation. Variadic functions are declared with the arguments that are
 * passed, which is right on x86-64 and AArch64 under Linux, where integers travel alike either way.
 */
final class Libc {
  static {
    Native.register(Libc.class, "c");
  }

  private Libc() {}

  static native long syscall(long number, long a, long b, long c, long d, long e, long f);

  static native int openat(int dir, long path, int flags, int mode);

  static native int close(int fd);

  static native int dup(int fd);

  static native int fcntl(int fd, int command, long argument);

  static native long pread(int fd, long buffer, long count, long offset);

  static native long pwrite(int fd, long buffer, long count, long offset);

  static native long lseek(int fd, long offset, int whence);

  static native int ftruncate(int fd, long length);

  static native int fallocate(int fd, int mode, long offset, long length);

  static native int posix_fadvise(int fd, long offset, long length, int advice);

  static native int sync_file_range(int fd, long offset, long length, int flags);

  static native int fsync(int fd);

  static native int syncfs(int fd);

  static native int fstatfs(int fd, long buffer);

  static native int fchmod(int fd, int mode);

  static native int fchmodat(int dir, long path, int mode, int flags);

  static native int fchownat(int dir, long path, int uid, int gid, int flags);

  static native int utimensat(int dir, long path, long times, int flags);

  static native int futimens(int fd, long times);

  static native int mkdirat(int dir, long path, int mode);

  static native int unlinkat(int dir, long path, int flags);

  static native int symlinkat(long target, int dir, long path);

  static native int linkat(int fromDir, long from, int toDir, long to, int flags);

  static native int renameat(int fromDir, long from, int toDir, long to);

  static native int renameat2(int fromDir, long from, int toDir, long to, int flags);

  static native long readlinkat(int dir, long path, long buffer, long size);

  static native long llistxattr(long path, long buffer, long size);

  static native long lgetxattr(long path, long name, long buffer, long size);

  static native int lsetxattr(long path, long name, long value, long size, int flags);

  static native int lremovexattr(long path, long name);

  static native long flistxattr(int fd, long buffer, long size);

  static native long fgetxattr(int fd, long name, long buffer, long size);

  static native int fsetxattr(int fd, long name, long value, long size, int flags);

  static native int fremovexattr(int fd, long name);

  static native int ioctl(int fd, long request, long argument);

  static native int geteuid();

  static native int getegid();

  static native long read(int fd, long buffer, long count);

  static native long write(int fd, long buffer, long count);

  static native int poll(long descriptors, long count, int millis);

  static native int eventfd(int value, int flags);

  static native int inotify_init1(int flags);

  static native int inotify_add_watch(int fd, long path, int events);

  static native int inotify_rm_watch(int fd, int watch);
}
