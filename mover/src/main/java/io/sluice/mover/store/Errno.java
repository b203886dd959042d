package io.sluice.mover.store;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.nio.charset.StandardCharsets;

/** The system's error numbers, which are the same on x86-64 and AArch64, and their words. */
final class Errno {
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int ENXIO = 6;
  static final int E2BIG = 7;
  static final int EBADF = 9;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EEXIST = 17;
  static final int EXDEV = 18;
  static final int ENOTDIR = 20;
  static final int EISDIR = 21;
  static final int EINVAL = 22;
  static final int EFBIG = 27;
  static final int ENOSPC = 28;
  static final int EROFS = 30;
  static final int EMLINK = 31;
  static final int ERANGE = 34;
  static final int ENAMETOOLONG = 36;
  static final int ENOSYS = 38;
  static final int ENOTEMPTY = 39;
  static final int ELOOP = 40;
  static final int ENODATA = 61;
  static final int EOPNOTSUPP = 95;
  static final int EDQUOT = 122;

  private Errno() {}

  /**
   * The system's words for an error, in English whatever the locale where the C library can say
   * them so (glibc since 2.32), because scripts and tests read them.
   */
  static String words(int errno) {
    String untranslated = text("strerrordesc_np", errno);
    String words = untranslated != null ? untranslated : text("strerror", errno);
    return words != null ? words : "error " + errno;
  }

  private static String text(String function, int errno) {
    Function found;
    try {
      found = NativeLibrary.getInstance("c").getFunction(function);
    } catch (UnsatisfiedLinkError e) {
      return null;
    }
    return found.invokeString(new Object[] {errno}, false);
  }

  /** An exception for a call that returned {@code -errno}. */
  static StoreException of(BytePath path, long result) {
    int errno = (int) -result;
    return new StoreException(path, errno, words(errno));
  }

  /** The same for a path in bytes. */
  static StoreException of(byte[] path, long result) {
    return of(BytePath.of(path), result);
  }

  /** The same with what a person can do about it. */
  static StoreException of(BytePath path, long result, String advice) {
    int errno = (int) -result;
    return new StoreException(path, errno, words(errno) + " (" + advice + ")");
  }

  /** The result, or an exception where it is negative. */
  static int check(BytePath path, int result) throws StoreException {
    if (result < 0) {
      throw of(path, result);
    }
    return result;
  }

  /** The result, or an exception where it is negative. */
  static long check(BytePath path, long result) throws StoreException {
    if (result < 0) {
      throw of(path, result);
    }
    return result;
  }

  /** Text of bytes that are ASCII. */
  static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
