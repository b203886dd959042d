package io.sluice.mover.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes and changes trees of all that a file system holds, by random but repeatable steps, with the
 * system's own calls. Needs root for owners, devices and {@code trusted.*}.
 */
public final class RandomTree {
  private final Random random;
  private final int root;
  private final List<byte[]> folders = new ArrayList<>();
  private final List<byte[]> others = new ArrayList<>();
  private int counter;

  public RandomTree(java.nio.file.Path root, long seed) {
    this.random = new Random(seed);
    this.root =
        Posix.open(Posix.AT_FDCWD, Copies.path(root).bytes(), Posix.O_PATH | Posix.O_DIRECTORY, 0);
    folders.add(new byte[] {'.'});
  }

  public void close() {
    Posix.close(root);
  }

  /** Adds entries of all kinds. */
  public void grow(int steps) throws IOException {
    for (int i = 0; i < steps; i++) {
      byte[] path = newPath();
      int made = make(path, random.nextInt(12));
      if (made < 0) {
        throw Errno.of(path, made);
      }
    }
  }

  private int make(byte[] path, int kind) {
    if (kind == 6) {
      return others.isEmpty() ? 0 : link(path);
    }
    int made =
        switch (kind) {
          case 0, 1 -> NameCalls.mkdir(root, path, 0755);
          case 2 -> NameCalls.symlink(newName(), root, path);
          case 3 -> NameCalls.makeNode(root, path, Stat.S_IFIFO | 0600, 0, 0);
          case 4 -> NameCalls.makeNode(root, path, Stat.S_IFSOCK | 0600, 0, 0);
          case 5 -> device(path);
          default -> file(path);
        };
    (kind <= 1 ? folders : others).add(path);
    if (kind <= 1 && random.nextBoolean()) {
      xattr(path, "system.posix_acl_default", acl());
    }
    if (made >= 0) {
      decorate(path);
    }
    return made;
  }

  private int link(byte[] path) {
    int linked = NameCalls.link(root, others.get(random.nextInt(others.size())), root, path);
    others.add(path);
    return linked;
  }

  /** Within what xfs can hold. */
  private int device(byte[] path) {
    int type = random.nextBoolean() ? Stat.S_IFCHR : Stat.S_IFBLK;
    return NameCalls.makeNode(
        root, path, type | 0600, random.nextInt(512), random.nextInt(1 << 18));
  }

  private int file(byte[] path) {
    int fd = Posix.open(root, path, Posix.O_RDWR | Posix.O_CREAT | Posix.O_NOFOLLOW, 0600);
    if (fd < 0) {
      return fd;
    }
    int pieces = random.nextInt(4);
    long at = random.nextInt(3) == 0 ? random.nextInt(1 << 20) : 0;
    for (int i = 0; i < pieces; i++) {
      byte[] piece = Copies.random(1 + random.nextInt(20_000), random.nextLong());
      Posix.write(fd, java.nio.ByteBuffer.wrap(piece), at);
      at += random.nextBoolean() ? piece.length : random.nextInt(1 << 21);
    }
    if (random.nextInt(4) == 0) {
      Posix.truncate(fd, at + random.nextInt(1 << 20));
    }
    Posix.close(fd);
    return 0;
  }

  /** Owner, attributes, ACL, mode, time. */
  private void decorate(byte[] path) {
    Stat stat = new Stat();
    Posix.stat(root, path, Posix.AT_SYMLINK_NOFOLLOW, stat);
    if (random.nextBoolean()) {
      NameCalls.chown(root, path, random.nextInt(70_000), random.nextInt(70_000));
    }
    if (random.nextInt(3) == 0) {
      String space = random.nextInt(4) == 0 ? "security" : "trusted";
      xattr(path, space + ".sluice" + random.nextInt(5), Copies.random(random.nextInt(300), 1));
    }
    if (!stat.isLink()) {
      if (random.nextInt(3) == 0 && (stat.isFile() || stat.isFolder())) {
        xattr(path, "user.sluice" + random.nextInt(5), Copies.random(random.nextInt(300), 2));
      }
      if (random.nextInt(4) == 0) {
        xattr(path, "system.posix_acl_access", acl());
      }
      if (random.nextBoolean()) {
        NameCalls.chmod(root, path, random.nextInt(010000));
      }
    }
    NameCalls.setTime(root, path, random.nextInt(), random.nextInt(1_000_000_000));
  }

  private void xattr(byte[] path, String key, byte[] value) {
    XattrCalls.set(root, path, key.getBytes(java.nio.charset.StandardCharsets.US_ASCII), value);
  }

  /** An ACL in the kernel's form: user::rwx user:N:rw- group::r-x mask::rwx other::r--. */
  private byte[] acl() {
    java.nio.ByteBuffer acl =
        java.nio.ByteBuffer.allocate(4 + 5 * 8).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    acl.putInt(2);
    int[][] entries = {
      {1, 7, -1}, {2, 6, random.nextInt(60_000)}, {4, 5, -1}, {16, 7, -1}, {32, 4, -1}
    };
    for (int[] entry : entries) {
      acl.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    return acl.array();
  }

  /** Changes, replaces and removes things. */
  public void mutate(int steps) throws IOException {
    for (int i = 0; i < steps && !others.isEmpty(); i++) {
      byte[] path = others.get(random.nextInt(others.size()));
      int change = random.nextInt(8);
      if (change <= 1 || change == 5) {
        NameCalls.unlink(root, path, 0);
        others.remove(path);
      }
      if (change == 1) {
        make(path, random.nextInt(12));
      } else if (change == 2) {
        decorate(path);
      } else if (change == 3) {
        decorate(folders.get(random.nextInt(folders.size())));
      } else if (change == 4) {
        rewrite(path);
      } else if (change == 5) {
        make(path, 0);
      } else if (change == 6) {
        moveTo(path, others);
      } else if (change == 7 && folders.size() > 1) {
        moveTo(folders.get(1 + random.nextInt(folders.size() - 1)), folders);
      }
    }
    grow(steps / 4);
  }

  /** Other bytes of the same length where there are some, at another time. */
  private void rewrite(byte[] path) {
    int fd = Posix.open(root, path, Posix.O_RDWR | Posix.O_NOFOLLOW | Posix.O_NONBLOCK, 0);
    if (fd < 0) {
      return;
    }
    Stat stat = new Stat();
    Posix.stat(fd, stat);
    if (stat.isFile() && stat.size > 0) {
      int length = (int) Math.min(stat.size, 1 + random.nextInt(20_000));
      Posix.write(fd, java.nio.ByteBuffer.wrap(Copies.random(length, random.nextLong())), 0);
      Posix.setTime(fd, random.nextInt(), random.nextInt(1_000_000_000));
    }
    Posix.close(fd);
  }

  /** Moves something to the root, with all that is in it. */
  private void moveTo(byte[] path, List<byte[]> from) {
    byte[] name = newName();
    byte[] to = java.util.Arrays.copyOf(new byte[] {'.', '/'}, 2 + name.length);
    System.arraycopy(name, 0, to, 2, name.length);
    if (NameCalls.rename(root, path, root, to) < 0) {
      return;
    }
    from.remove(path);
    from.add(to);
    for (List<byte[]> list : List.of(folders, others)) {
      list.replaceAll(one -> isBelow(one, path) ? moved(one, path, to) : one);
    }
  }

  private static boolean isBelow(byte[] one, byte[] folder) {
    return one.length > folder.length
        && one[folder.length] == '/'
        && java.util.Arrays.equals(one, 0, folder.length, folder, 0, folder.length);
  }

  private static byte[] moved(byte[] one, byte[] from, byte[] to) {
    byte[] path = java.util.Arrays.copyOf(to, to.length + one.length - from.length);
    System.arraycopy(one, from.length, path, to.length, one.length - from.length);
    return path;
  }

  private byte[] newPath() {
    byte[] folder = folders.get(random.nextInt(folders.size()));
    byte[] name = newName();
    byte[] path = java.util.Arrays.copyOf(folder, folder.length + 1 + name.length);
    path[folder.length] = '/';
    System.arraycopy(name, 0, path, folder.length + 1, name.length);
    return path;
  }

  private byte[] newName() {
    byte[] name = ("n" + counter++ + "-xxxx").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (int at = name.length - 4; at < name.length; at++) {
      int b = 1 + random.nextInt(255);
      name[at] = (byte) (b == '/' ? '\n' : b);
    }
    return name;
  }
}
