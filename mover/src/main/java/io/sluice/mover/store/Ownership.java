package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.List;

/**
 * Sets owner, group and mode, in this order because a change of owner clears setuid and setgid.
 *
 * <p>Setuid is kept only for the owner that it was meant for, and setgid for the group: a program
 * that runs as whoever copied it is nothing that anybody asked for.
 */
final class Ownership {
  private static final int S_ISUID = 04000;
  private static final int S_ISGID = 02000;

  private Ownership() {}

  /**
   * Applies them to an open file.
   *
   * @param now what the file has
   * @param wanted what it shall have; -1 for an owner that is unknown
   * @param owner whether owner and group are to be set
   * @param warnings gets what could not be done for want of privilege
   */
  static void apply(
      BytePath path, int fd, Stat now, Attributes wanted, boolean owner, List<String> warnings)
      throws StoreException {
    int uid = now.uid;
    int gid = now.gid;
    if (owner && wanted.uid() != -1 && wanted.uid() != uid) {
      int done = Posix.chown(fd, wanted.uid(), -1);
      if (done == 0) {
        uid = wanted.uid();
      } else {
        warnings.add("its owner can't be set to %d: %s".formatted(wanted.uid(), words(done)));
      }
    }
    if (owner && wanted.gid() != -1 && wanted.gid() != gid) {
      int done = Posix.chown(fd, -1, wanted.gid());
      if (done == 0) {
        gid = wanted.gid();
      } else {
        warnings.add("its group can't be set to %d: %s".formatted(wanted.gid(), words(done)));
      }
    }
    int mode = wanted.mode() & 07777;
    if (uid != wanted.uid()) {
      mode &= ~S_ISUID;
    }
    if (gid != wanted.gid()) {
      mode &= ~S_ISGID;
    }
    Errno.check(path, Posix.chmod(fd, mode));
  }

  private static String words(int result) {
    return Errno.words(-result);
  }
}
