package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import java.util.List;

/**
 * One object of a tree with all that a faithful copy of it needs besides its bytes.
 *
 * @param name in its folder
 * @param attributes type, size, mode, owner, time, device and inode
 * @param links how many names it has; several names of one inode are hard links
 * @param allocated bytes on the disk: less than the size where there are holes
 * @param rdevMajor what device a device file is
 * @param rdevMinor what device a device file is
 * @param linkTarget what a symbolic link says, or {@code null}
 * @param xattrs extended attributes and ACLs; empty where there are none or they weren't asked for
 */
public record Entry(
    BytePath name,
    Attributes attributes,
    int links,
    long allocated,
    int rdevMajor,
    int rdevMinor,
    BytePath linkTarget,
    List<Xattr> xattrs) {
  /** Whether it has holes, or is compressed by the file system. */
  public boolean isSparse() {
    return allocated < attributes.size();
  }

  /** Whether it is a folder. */
  public boolean isFolder() {
    return attributes.type() == Attributes.Type.DIRECTORY;
  }
}
