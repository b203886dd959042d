package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.mover.BytePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Extended attributes of a name in a folder, never of what it links to. POSIX ACLs are among them,
 * in the kernel's own form.
 */
final class Xattrs {
  private static final byte[] USER = "user.".getBytes(US_ASCII);
  private static final byte[] TRUSTED = "trusted.".getBytes(US_ASCII);
  private static final byte[] SECURITY = "security.".getBytes(US_ASCII);
  private static final byte[] ACL = "system.posix_acl_".getBytes(US_ASCII);

  /** How XFS shows an ACL a second time, in a form of its own. */
  private static final byte[] SGI_ACL = "trusted.SGI_ACL_".getBytes(US_ASCII);

  private static final byte[] SELINUX = "security.selinux".getBytes(US_ASCII);

  private static final boolean ROOT = Libc.geteuid() == 0;

  private Xattrs() {}

  /** Those that this user can read and set elsewhere; empty where there are none or none known. */
  static List<Xattr> read(int dir, byte[] name) {
    List<Xattr> all = readAll(dir, name);
    return all == null ? List.of() : all;
  }

  /** The same; {@code null} where there are more than the kernel can tell. */
  static List<Xattr> readAll(int dir, byte[] name) {
    byte[] names = XattrCalls.list(dir, name);
    if (names == null) {
      return null;
    }
    if (names.length == 0) {
      return List.of();
    }
    List<Xattr> found = new ArrayList<>();
    for (int start = 0, end; start < names.length; start = end + 1) {
      end = start;
      while (end < names.length && names[end] != 0) {
        end++;
      }
      byte[] key = Arrays.copyOfRange(names, start, end);
      if (carried(key)) {
        byte[] value = XattrCalls.get(dir, name, key);
        if (value != null) {
          found.add(new Xattr(BytePath.wrap(key), value));
        }
      }
    }
    return found;
  }

  /** Whether one of that name goes from tree to tree. */
  private static boolean carried(byte[] key) {
    return starts(key, USER)
        || starts(key, ACL)
        || (ROOT && starts(key, TRUSTED) && !starts(key, SGI_ACL))
        || (ROOT && starts(key, SECURITY));
  }

  private static boolean starts(byte[] key, byte[] with) {
    return key.length > with.length && Arrays.equals(key, 0, with.length, with, 0, with.length);
  }

  /**
   * Makes a name have these and no others of those that are carried.
   *
   * @param fresh whether the name has just been made and its folder hands nothing down, so that
   *     there is nothing to take away
   * @return what went wrong last, {@code -errno}, with the attribute's name in {@code culprits}
   */
  static int write(
      int dir, byte[] name, List<Xattr> wanted, boolean fresh, List<BytePath> culprits) {
    int worst = 0;
    if (!fresh) {
      for (Xattr there : read(dir, name)) {
        boolean keep =
            Arrays.equals(there.name().bytes(), SELINUX)
                || wanted.stream().anyMatch(one -> one.name().equals(there.name()));
        if (!keep) {
          int done = XattrCalls.remove(dir, name, there.name().bytes());
          if (done < 0 && done != -Errno.ENODATA) {
            worst = done;
            culprits.add(there.name());
          }
        }
      }
    }
    for (Xattr one : wanted) {
      int done = XattrCalls.set(dir, name, one.name().bytes(), one.value());
      if (done < 0) {
        worst = done;
        culprits.add(one.name());
      }
    }
    return worst;
  }
}
