package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a server lets its peers reach: folders that are opened once, and what lies below them. A
 * path is matched against the roots by its text; what is left of it is walked by the kernel from
 * the root's descriptor, beneath which it must stay.
 */
final class Exported implements Region {
  private static final byte[] HERE = {'.'};

  /** A root: its descriptor, the name that was given, and the one without links. */
  private record Root(int fd, BytePath given, BytePath real) {}

  /** A root and the path below it, without a slash at its beginning; may be empty. */
  private record Below(Root root, BytePath rest) {}

  private final List<Root> roots = new ArrayList<>();

  Exported(List<BytePath> folders) throws StoreException {
    if (folders.isEmpty()) {
      throw new IllegalArgumentException("nothing is exported");
    }
    Local local = new Local();
    try {
      for (BytePath folder : folders) {
        int fd = local.open(folder, Posix.O_PATH | Posix.O_DIRECTORY, 0);
        Errno.check(folder, fd);
        byte[] real =
            NameCalls.readLink(Posix.AT_FDCWD, ("/proc/self/fd/" + fd).getBytes(US_ASCII));
        BytePath given = plain(local.canonical(folder));
        roots.add(new Root(fd, given, real == null ? given : BytePath.of(real)));
      }
    } catch (StoreException e) {
      close();
      throw e;
    }
  }

  @Override
  public int open(BytePath path, int flags, int mode) throws StoreException {
    Below below = locate(path);
    byte[] rest = below.rest.isEmpty() ? HERE : below.rest.bytes();
    return Posix.openBeneath(below.root.fd, rest, flags, mode, 0);
  }

  @Override
  public BytePath canonical(BytePath path) throws StoreException {
    Below below = locate(path);
    return below.root.given.resolve(below.rest);
  }

  @Override
  public StoreException failure(BytePath path, int result) {
    if (result == -Errno.ENOSYS) {
      return Errno.of(path, result, "serving a folder safely needs openat2, so Linux 5.6 or newer");
    }
    if (result != -Errno.EXDEV) {
      return Errno.of(path, result);
    }
    return new StoreException(
        path, Errno.EXDEV, "leads out of the exported folder" + culprit(path));
  }

  @Override
  public boolean isRoot(BytePath path) throws StoreException {
    return locate(path).rest.isEmpty();
  }

  @Override
  public boolean followsAbsoluteLinks() {
    return false;
  }

  @Override
  public void close() {
    for (Root root : roots) {
      Posix.close(root.fd);
    }
    roots.clear();
  }

  private Below locate(BytePath path) throws StoreException {
    if (!path.isAbsolute()) {
      return new Below(roots.get(0), path);
    }
    Below best = null;
    byte[] bytes = path.bytes();
    for (Root root : roots) {
      int start = Math.max(restAfter(bytes, root.given), restAfter(bytes, root.real));
      if (start >= 0 && (best == null || bytes.length - start < best.rest.length())) {
        best = new Below(root, BytePath.of(Arrays.copyOfRange(bytes, start, bytes.length)));
      }
    }
    if (best == null) {
      List<String> names = roots.stream().map(root -> root.given.toString()).toList();
      throw new StoreException(
          path, Errno.EACCES, "is not below an exported folder: " + String.join(", ", names));
    }
    return best;
  }

  /** Where the rest of a path begins after a root, or -1 where the root does not begin it. */
  private static int restAfter(byte[] path, BytePath root) {
    int at = 0;
    int in = 0;
    while (true) {
      at = skip(path, at);
      while (in < root.length() && root.at(in) == '/') {
        in++;
      }
      if (in == root.length()) {
        return at;
      }
      while (in < root.length() && root.at(in) != '/') {
        if (at == path.length || path[at] != root.at(in)) {
          return -1;
        }
        at++;
        in++;
      }
      if (at < path.length && path[at] != '/') {
        return -1;
      }
    }
  }

  /** Past slashes, and past components that are a single dot. */
  private static int skip(byte[] path, int from) {
    int at = from;
    while (at < path.length) {
      boolean dot = path[at] == '.' && (at + 1 == path.length || path[at + 1] == '/');
      if (path[at] != '/' && !dot) {
        break;
      }
      at++;
    }
    return at;
  }

  /** An absolute path without double slashes, single dots, and slashes at its end. */
  private static BytePath plain(BytePath path) {
    BytePath plain = BytePath.of("/");
    byte[] bytes = path.bytes();
    for (int at = skip(bytes, 0); at < bytes.length; at = skip(bytes, at)) {
      int end = at;
      while (end < bytes.length && bytes[end] != '/') {
        end++;
      }
      plain = plain.resolve(BytePath.of(Arrays.copyOfRange(bytes, at, end)));
      at = end;
    }
    return plain;
  }

  /** Which link led out, for people. */
  private String culprit(BytePath path) {
    try {
      Below below = locate(path);
      byte[] rest = below.rest.bytes();
      Stat stat = new Stat();
      for (int end = 1; end <= rest.length; end++) {
        if (end < rest.length && rest[end] != '/') {
          continue;
        }
        byte[] prefix = Arrays.copyOf(rest, end);
        int fd = Posix.openBeneath(below.root.fd, prefix, Posix.O_PATH | Posix.O_NOFOLLOW, 0, 0);
        if (fd < 0) {
          return "";
        }
        try {
          byte[] link =
              Posix.stat(fd, stat) == 0 && stat.isLink()
                  ? NameCalls.readLink(fd, new byte[0])
                  : null;
          if (link != null && link.length > 0 && link[0] == '/') {
            return ": "
                + BytePath.of(prefix)
                + " is a link to the absolute path "
                + BytePath.of(link)
                + ", and only relative links that stay inside are followed";
          }
        } finally {
          Posix.close(fd);
        }
      }
    } catch (StoreException e) {
      return "";
    }
    return "";
  }
}
