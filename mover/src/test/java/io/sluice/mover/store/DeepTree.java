package io.sluice.mover.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** A folder in a folder, and so on, with a file in each: paths that no call takes as a whole. */
public final class DeepTree {
  private DeepTree() {}

  /** Makes it, with names of so many bytes. */
  public static void make(Path root, int depth, int length) throws IOException {
    byte[] name = new byte[length];
    Arrays.fill(name, (byte) 'n');
    byte[] file = "file".getBytes(StandardCharsets.US_ASCII);
    byte[] link = "link".getBytes(StandardCharsets.US_ASCII);
    int at = Posix.open(Posix.AT_FDCWD, Copies.path(root).bytes(), Posix.O_RDONLY, 0);
    Errno.check(Copies.path(root), at);
    for (int i = 0; i < depth; i++) {
      Errno.check(Copies.path(root), NameCalls.mkdir(at, name, 0755));
      int next = Posix.open(at, name, Posix.O_RDONLY | Posix.O_DIRECTORY, 0);
      Posix.close(at);
      at = next;
      int fd = Posix.open(at, file, Posix.O_RDWR | Posix.O_CREAT, 0640);
      Errno.check(Copies.path(root), fd);
      Posix.write(fd, ByteBuffer.wrap(("content " + i).getBytes(StandardCharsets.US_ASCII)), 0);
      Posix.close(fd);
      if (i % 500 == 499) {
        Errno.check(Copies.path(root), NameCalls.link(at, file, at, link));
      }
    }
    Posix.close(at);
  }
}
