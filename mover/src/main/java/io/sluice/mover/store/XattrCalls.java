package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.jna.Native;
import java.util.Arrays;

/**
 * Calls for extended attributes of a name in a folder, or of a descriptor where the name is empty;
 * links are not followed.
 *
 * <p>Linux 6.13 has system calls for that. Before it, the way leads through {@code
 * /proc/self/fd/N/name}, which takes about twice as long.
 */
final class XattrCalls {
  private static final long SYS_SETXATTRAT = 463;
  private static final long SYS_GETXATTRAT = 464;
  private static final long SYS_LISTXATTRAT = 465;
  private static final long SYS_REMOVEXATTRAT = 466;

  /** The kernel knows the calls if it looks at the descriptor, which is none. */
  private static final boolean KNOWN =
      Libc.syscall(SYS_LISTXATTRAT, -1, Scratch.own().first(new byte[] {'x'}), 0, 0, 0, 0) == -1
          && Native.getLastError() == Errno.EBADF;

  private XattrCalls() {}

  /**
   * The names, each ended by NUL; empty where there are none, or none can be had. {@code null}
   * where they are more than the kernel tells: 64 KiB.
   */
  static byte[] list(int dir, byte[] name) {
    return list(dir, name, KNOWN);
  }

  /**
   * Whether there may be any, for a name that is in native memory, ended by NUL: most have none,
   * and for those this is the only call.
   */
  static boolean any(int dir, long name) {
    return !KNOWN
        || Libc.syscall(SYS_LISTXATTRAT, dir, name, Posix.AT_SYMLINK_NOFOLLOW, 0, 0, 0) > 0;
  }

  static byte[] list(int dir, byte[] name, boolean known) {
    Scratch memory = Scratch.own();
    long block = memory.block();
    long size = Scratch.BLOCK;
    long length;
    if (known) {
      length = Libc.syscall(SYS_LISTXATTRAT, dir, memory.first(name), flags(name), block, size, 0);
    } else if (name.length == 0) {
      length = Libc.flistxattr(dir, block, size);
    } else {
      length = Libc.llistxattr(memory.first(proc(dir, name)), block, size);
    }
    if (length < 0) {
      int error = Native.getLastError();
      return error == Errno.E2BIG || error == Errno.ERANGE ? null : new byte[0];
    }
    return memory.blockBytes((int) length);
  }

  /** The value, or {@code null} where it can't be had. */
  static byte[] get(int dir, byte[] name, byte[] key) {
    return get(dir, name, key, KNOWN);
  }

  static byte[] get(int dir, byte[] name, byte[] key, boolean known) {
    Scratch memory = Scratch.own();
    long block = memory.block();
    long size = Scratch.BLOCK;
    long second = memory.second(key);
    long length;
    if (known) {
      long arguments = arguments(memory, Scratch.BLOCK);
      length =
          Libc.syscall(SYS_GETXATTRAT, dir, memory.first(name), flags(name), second, arguments, 16);
    } else if (name.length == 0) {
      length = Libc.fgetxattr(dir, second, block, size);
    } else {
      length = Libc.lgetxattr(memory.first(proc(dir, name)), second, block, size);
    }
    return length < 0 ? null : memory.blockBytes((int) length);
  }

  /** Sets one; 0 or {@code -errno}. */
  static int set(int dir, byte[] name, byte[] key, byte[] value) {
    return set(dir, name, key, value, KNOWN);
  }

  static int set(int dir, byte[] name, byte[] key, byte[] value, boolean known) {
    if (value.length > Scratch.BLOCK || key.length > 255) {
      return -Errno.ERANGE;
    }
    Scratch memory = Scratch.own();
    long block = memory.putBlock(value, 0, value.length);
    long second = memory.second(key);
    long done;
    if (known) {
      long arguments = arguments(memory, value.length);
      done =
          Libc.syscall(SYS_SETXATTRAT, dir, memory.first(name), flags(name), second, arguments, 16);
    } else if (name.length == 0) {
      done = Libc.fsetxattr(dir, second, block, value.length, 0);
    } else {
      done = Libc.lsetxattr(memory.first(proc(dir, name)), second, block, value.length, 0);
    }
    return done < 0 ? -Native.getLastError() : 0;
  }

  /** Removes one; 0 or {@code -errno}. */
  static int remove(int dir, byte[] name, byte[] key) {
    return remove(dir, name, key, KNOWN);
  }

  static int remove(int dir, byte[] name, byte[] key, boolean known) {
    Scratch memory = Scratch.own();
    long second = memory.second(key);
    long done;
    if (known) {
      done = Libc.syscall(SYS_REMOVEXATTRAT, dir, memory.first(name), flags(name), second, 0, 0);
    } else if (name.length == 0) {
      done = Libc.fremovexattr(dir, second);
    } else {
      done = Libc.lremovexattr(memory.first(proc(dir, name)), second);
    }
    return done < 0 ? -Native.getLastError() : 0;
  }

  /** {@code struct xattr_args}: address and size of the value, flags. */
  private static long arguments(Scratch memory, int size) {
    memory.putLong(0, memory.block()).putInt(8, size).putInt(12, 0);
    return memory.structure();
  }

  private static int flags(byte[] name) {
    return Posix.AT_SYMLINK_NOFOLLOW | (name.length == 0 ? Posix.AT_EMPTY_PATH : 0);
  }

  private static byte[] proc(int dir, byte[] name) {
    byte[] folder = ("/proc/self/fd/" + dir + "/").getBytes(US_ASCII);
    byte[] path = Arrays.copyOf(folder, folder.length + name.length);
    System.arraycopy(name, 0, path, folder.length, name.length);
    return path;
  }
}
