package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which facts besides the bytes are carried over, and how: owner and group first, because a change
 * of owner clears setuid, setgid and capabilities; then extended attributes and ACLs; then the
 * mode, whose group bits are an ACL's mask; the time last.
 *
 * <p>What can't be set for want of privilege is a warning. Setuid is kept only for the owner that
 * it was meant for, and setgid for the group: a program that runs as whoever copied it is nothing
 * that anybody asked for.
 *
 * @param owner owner and group
 * @param mode permission bits
 * @param times time of the last change
 * @param xattrs extended attributes and ACLs
 */
public record Metadata(boolean owner, boolean mode, boolean times, boolean xattrs) {
  private static final int S_ISUID = 04000;
  private static final int S_ISGID = 02000;

  private static final byte[] DEFAULT_ACL = "system.posix_acl_default".getBytes(US_ASCII);

  /** All of them. */
  public static Metadata all() {
    return new Metadata(true, true, true, true);
  }

  /**
   * Sets them.
   *
   * @param path for errors
   * @param dir the folder's descriptor, or the file's own where the name is empty
   * @param name in the folder; a link is not followed
   * @param now what it has, or {@code null} where that is not known
   * @param wanted what it shall have; an owner of -1 is unknown and left alone
   * @param attributes what it shall have, or {@code null} to leave them alone
   * @param fresh whether it was just made in a folder that hands no ACL down, so that there is
   *     nothing to take away
   * @param warnings gets what could not be done
   */
  void apply(
      BytePath path,
      int dir,
      byte[] name,
      Stat now,
      Attributes wanted,
      List<Xattr> attributes,
      boolean fresh,
      List<String> warnings)
      throws StoreException {
    boolean link = wanted.type() == Attributes.Type.LINK;
    int kept = S_ISUID | S_ISGID;
    if (owner) {
      kept = setOwner(dir, name, now, wanted, warnings);
    } else if (now == null || now.uid != wanted.uid() || now.gid != wanted.gid()) {
      kept = now == null ? 0 : kept(now.uid, now.gid, wanted);
    }
    if (xattrs && attributes != null) {
      setXattrs(dir, name, attributes, fresh, warnings);
    }
    if (mode && !link) {
      int bits = wanted.mode() & (01777 | kept);
      Errno.check(path, NameCalls.chmod(dir, name, bits));
    }
    if (times) {
      int done = NameCalls.setTime(dir, name, wanted.modifiedSeconds(), wanted.modifiedNanos());
      if (done < 0) {
        warnings.add("its time can't be set: " + Errno.words(-done));
      }
    }
  }

  /** Sets both; tells which of setuid and setgid may be set. */
  private static int setOwner(
      int dir, byte[] name, Stat known, Attributes wanted, List<String> warnings) {
    if (known != null && known.uid == wanted.uid() && known.gid == wanted.gid()) {
      return S_ISUID | S_ISGID;
    }
    if (NameCalls.chown(dir, name, wanted.uid(), wanted.gid()) == 0) {
      return (wanted.uid() == -1 ? 0 : S_ISUID) | (wanted.gid() == -1 ? 0 : S_ISGID);
    }
    Stat now = known != null ? known : new Stat();
    if (known == null && Posix.stat(dir, name, statFlags(name), now) < 0) {
      return 0;
    }
    int uid = now.uid;
    int gid = now.gid;
    if (wanted.uid() != -1 && wanted.uid() != uid) {
      int done = NameCalls.chown(dir, name, wanted.uid(), -1);
      if (done == 0) {
        uid = wanted.uid();
      } else {
        warnings.add(
            "its owner can't be set to %d: %s".formatted(wanted.uid(), Errno.words(-done)));
      }
    }
    if (wanted.gid() != -1 && wanted.gid() != gid) {
      int done = NameCalls.chown(dir, name, -1, wanted.gid());
      if (done == 0) {
        gid = wanted.gid();
      } else {
        warnings.add(
            "its group can't be set to %d: %s".formatted(wanted.gid(), Errno.words(-done)));
      }
    }
    return kept(uid, gid, wanted);
  }

  private static int kept(int uid, int gid, Attributes wanted) {
    return (uid == wanted.uid() ? S_ISUID : 0) | (gid == wanted.gid() ? S_ISGID : 0);
  }

  private static int statFlags(byte[] name) {
    return Posix.AT_SYMLINK_NOFOLLOW | (name.length == 0 ? Posix.AT_EMPTY_PATH : 0);
  }

  /** Whether what is made in a folder has nothing that must be taken away again. */
  boolean fresh(Folder in, int dir) {
    if (!xattrs) {
      return true;
    }
    Boolean handsDown = in.handsDown;
    if (handsDown == null) {
      handsDown = XattrCalls.get(dir, new byte[0], DEFAULT_ACL) != null;
      in.handsDown = handsDown;
    }
    return !handsDown;
  }

  private static void setXattrs(
      int dir, byte[] name, List<Xattr> wanted, boolean fresh, List<String> warnings) {
    if (fresh && wanted.isEmpty()) {
      return;
    }
    List<BytePath> culprits = new ArrayList<>();
    int worst = Xattrs.write(dir, name, wanted, fresh, culprits);
    if (worst < 0) {
      warnings.add("attributes can't be set: " + culprits + ": " + Errno.words(-worst));
    }
  }
}
