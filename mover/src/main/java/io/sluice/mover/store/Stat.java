package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import java.util.List;

/** What {@code statx} said of a file. Reused: one object serves many calls of one thread. */
final class Stat {
  static final int S_IFMT = 0170000;
  static final int S_IFSOCK = 0140000;
  static final int S_IFLNK = 0120000;
  static final int S_IFREG = 0100000;
  static final int S_IFBLK = 0060000;
  static final int S_IFDIR = 0040000;
  static final int S_IFCHR = 0020000;
  static final int S_IFIFO = 0010000;

  int mode;
  int nlink;
  int uid;
  int gid;
  long inode;
  long size;
  long blocks;
  long modifiedSeconds;
  int modifiedNanos;
  long changedSeconds;
  int changedNanos;
  int rdevMajor;
  int rdevMinor;
  int deviceMajor;
  int deviceMinor;

  /** Reads {@code struct statx}, whose layout is the same on every architecture. */
  void read(Scratch memory) {
    nlink = memory.getInt(16);
    uid = memory.getInt(20);
    gid = memory.getInt(24);
    mode = memory.getUnsignedShort(28);
    inode = memory.getLong(32);
    size = memory.getLong(40);
    blocks = memory.getLong(48);
    changedSeconds = memory.getLong(96);
    changedNanos = memory.getInt(104);
    modifiedSeconds = memory.getLong(112);
    modifiedNanos = memory.getInt(120);
    rdevMajor = memory.getInt(128);
    rdevMinor = memory.getInt(132);
    deviceMajor = memory.getInt(136);
    deviceMinor = memory.getInt(140);
  }

  boolean isFile() {
    return (mode & S_IFMT) == S_IFREG;
  }

  boolean isFolder() {
    return (mode & S_IFMT) == S_IFDIR;
  }

  boolean isLink() {
    return (mode & S_IFMT) == S_IFLNK;
  }

  /** The device's number as one value; 0 is no device. */
  long device() {
    return ((long) deviceMajor << 32) | (deviceMinor & 0xffffffffL);
  }

  boolean sameObject(Stat other) {
    return inode == other.inode && device() == other.device();
  }

  Attributes.Type type() {
    return switch (mode & S_IFMT) {
      case S_IFDIR -> Attributes.Type.DIRECTORY;
      case S_IFLNK -> Attributes.Type.LINK;
      case S_IFIFO -> Attributes.Type.FIFO;
      case S_IFSOCK -> Attributes.Type.SOCKET;
      case S_IFCHR -> Attributes.Type.CHARACTER_DEVICE;
      case S_IFBLK -> Attributes.Type.BLOCK_DEVICE;
      default -> Attributes.Type.FILE;
    };
  }

  Attributes attributes() {
    return new Attributes(
        type(), size, mode & 07777, uid, gid, modifiedSeconds, modifiedNanos, device(), inode);
  }

  Entry entry(BytePath name, byte[] linkTarget, List<Xattr> xattrs) {
    return new Entry(
        name,
        attributes(),
        nlink,
        blocks * 512,
        rdevMajor,
        rdevMinor,
        linkTarget == null ? null : BytePath.wrap(linkTarget),
        xattrs);
  }
}
