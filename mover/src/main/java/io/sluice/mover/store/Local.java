package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;

/** All that the user can reach: paths lead where they lead for {@code cp}. */
final class Local implements Region {
  private static final byte[] HERE = {'.'};

  @Override
  public int open(BytePath path, int flags, int mode) {
    return Posix.open(Posix.AT_FDCWD, path.isEmpty() ? HERE : path.bytes(), flags, mode);
  }

  @Override
  public StoreException failure(BytePath path, int result) {
    return Errno.of(path, result);
  }

  @Override
  public BytePath canonical(BytePath path) {
    if (path.isAbsolute()) {
      return path;
    }
    byte[] folder = NameCalls.readLink(Posix.AT_FDCWD, "/proc/self/cwd".getBytes(US_ASCII));
    return folder == null ? path : BytePath.of(folder).resolve(path);
  }

  @Override
  public boolean isRoot(BytePath path) {
    return path.isAbsolute() && path.name().isEmpty();
  }

  @Override
  public boolean followsAbsoluteLinks() {
    return true;
  }

  @Override
  public void close() {}
}
