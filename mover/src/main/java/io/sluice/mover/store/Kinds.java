package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;

/** Words for the kinds of file system objects. */
final class Kinds {
  private Kinds() {}

  static String words(Attributes.Type type) {
    return switch (type) {
      case FILE -> "a regular file";
      case DIRECTORY -> "a folder";
      case LINK -> "a symbolic link";
      case FIFO -> "a FIFO";
      case SOCKET -> "a socket";
      case CHARACTER_DEVICE -> "a character device";
      case BLOCK_DEVICE -> "a block device";
    };
  }

  /** Says that something is no regular file, and what to do where that is known. */
  static StoreException refusal(BytePath path, Stat stat, String advice) {
    String cause = "is " + words(stat.type()) + ", not a regular file";
    int errno = stat.isFolder() ? Errno.EISDIR : 0;
    return new StoreException(path, errno, advice == null ? cause : cause + ": " + advice);
  }
}
