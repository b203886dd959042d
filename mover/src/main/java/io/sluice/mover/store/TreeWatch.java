package io.sluice.mover.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.jna.Native;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Hears from the kernel (inotify) what changes in a tree. Each folder is watched by its descriptor,
 * so names are bytes and paths may be of any length. A folder that appears is watched first and
 * then counts as changed with all below it: so nothing is missed that was made in it meanwhile.
 *
 * <p>What the kernel does not tell: writes through a mapping of a file ({@code mmap}), and what
 * another host writes to a network file system. When its queue overflows (16,384 events by default)
 * everything counts as changed.
 *
 * <p>Thread-safe; {@link #await} is for one thread.
 */
public final class TreeWatch implements Closeable {
  private static final int IN_MODIFY = 0x2;
  private static final int IN_ATTRIB = 0x4;
  private static final int IN_CLOSE_WRITE = 0x8;
  private static final int IN_MOVED_FROM = 0x40;
  private static final int IN_MOVED_TO = 0x80;
  private static final int IN_CREATE = 0x100;
  private static final int IN_DELETE = 0x200;
  private static final int IN_DELETE_SELF = 0x400;
  private static final int IN_MOVE_SELF = 0x800;
  private static final int IN_UNMOUNT = 0x2000;
  private static final int IN_Q_OVERFLOW = 0x4000;
  private static final int IN_IGNORED = 0x8000;
  private static final int IN_ONLYDIR = 0x1000000;
  private static final int IN_ISDIR = 0x40000000;

  private static final int EVENTS =
      IN_MODIFY
          | IN_ATTRIB
          | IN_CLOSE_WRITE
          | IN_MOVED_FROM
          | IN_MOVED_TO
          | IN_CREATE
          | IN_DELETE
          | IN_DELETE_SELF
          | IN_MOVE_SELF
          | IN_ONLYDIR;

  private static final int HEAD = 16;
  private static final int BLOCK = 64 << 10;
  private static final int POLLIN = 1;

  // struct linux_dirent64: length at 16, type at 18, name from 19.
  private static final int ENTRY_LENGTH = 16;
  private static final int ENTRY_TYPE = 18;
  private static final int ENTRY_NAME = 19;
  private static final int DT_UNKNOWN = 0;
  private static final int DT_DIR = 4;

  private final Tree tree;
  private final Leaving leaving;
  private final boolean oneFileSystem;
  private final int events;
  private final int wake;
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
  private final Map<Integer, Folder> folders = new HashMap<>();

  /** Folders that were moved from somewhere and have not appeared elsewhere, by their cookie. */
  private final Map<Integer, Moved> moved = new HashMap<>();

  private Changes changes = new Changes();
  private StoreException failure;
  private boolean gone;
  private boolean closed;

  private record Moved(Folder in, BytePath name) {}

  /** What takes no part. */
  public interface Leaving {
    /** Whether it is left out; a folder with all in it. */
    boolean isLeftOut(BytePath path, boolean folder);
  }

  /**
   * Makes one, which hears nothing yet.
   *
   * @param tree stays the caller's, and open for as long as this
   * @throws StoreException where the kernel has no more to give
   */
  public TreeWatch(Tree tree, boolean oneFileSystem, Leaving leaving) throws StoreException {
    this.tree = tree;
    this.oneFileSystem = oneFileSystem;
    this.leaving = leaving;
    events = Libc.inotify_init1(Posix.O_NONBLOCK | Posix.O_CLOEXEC);
    if (events < 0) {
      throw new StoreException(
          tree.root().name(),
          Native.getLastError(),
          "can't be watched: "
              + Errno.words(Native.getLastError())
              + " (sysctl fs.inotify.max_user_instances bounds how many are)");
    }
    wake = Libc.eventfd(0, Posix.O_NONBLOCK | Posix.O_CLOEXEC);
  }

  /**
   * Watches all folders; what changes from now on is heard.
   *
   * @throws StoreException where the root can't be read, or there are more folders than may be
   *     watched
   */
  public synchronized void start() throws StoreException {
    watch(tree.root());
  }

  /** Whether the root was removed, moved or unmounted. */
  public synchronized boolean isGone() {
    return gone;
  }

  /**
   * Waits until the kernel has something to tell, or {@link #wakeUp} is called, or the time is
   * over.
   */
  public void await(int millis) {
    Scratch memory = Scratch.own();
    // struct pollfd: int descriptor, short events, short what there is.
    memory.putInt(0, events).putInt(4, POLLIN).putInt(8, wake).putInt(12, POLLIN);
    Libc.poll(memory.structure(), 2, millis);
  }

  /** Ends an {@link #await}, this one or the next. */
  public void wakeUp() {
    ByteBuffer one = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putLong(0, 1);
    Libc.write(wake, Scratch.addressOf(one), 8);
  }

  /** Takes in what the kernel has to tell; whether there was anything. */
  public synchronized boolean read() {
    long address = Scratch.addressOf(block);
    Libc.read(wake, address, 8);
    boolean some = false;
    while (!closed) {
      int length = (int) Libc.read(events, address, BLOCK);
      if (length <= 0) {
        return some;
      }
      some = true;
      byte[] told = new byte[length];
      block.get(0, told);
      hear(ByteBuffer.wrap(told).order(ByteOrder.nativeOrder()));
    }
    return some;
  }

  /** Whether something has changed that was not taken yet. */
  public synchronized boolean hasChanges() {
    return !changes.isEmpty() || failure != null || gone;
  }

  /**
   * What has changed since it was last taken.
   *
   * @throws StoreException where not all folders can be watched any more
   */
  public synchronized Changes take() throws StoreException {
    read();
    for (Moved away : moved.values()) {
      forget(away);
    }
    moved.clear();
    if (changes.isEverything() && !gone) {
      watch(tree.root());
    }
    if (failure != null) {
      throw failure;
    }
    Changes now = changes;
    changes = new Changes();
    return now;
  }

  private void hear(ByteBuffer told) {
    for (int at = 0; at + HEAD <= told.capacity(); ) {
      int watch = told.getInt(at);
      int what = told.getInt(at + 4);
      int cookie = told.getInt(at + 8);
      int length = told.getInt(at + 12);
      int end = at + HEAD;
      while (end < at + HEAD + length && told.get(end) != 0) {
        end++;
      }
      byte[] name = new byte[end - at - HEAD];
      told.get(at + HEAD, name);
      at += HEAD + length;
      hear(watch, what, cookie, name);
    }
  }

  private void hear(int watch, int what, int cookie, byte[] name) {
    if ((what & IN_Q_OVERFLOW) != 0) {
      changes.setEverything();
      return;
    }
    Folder in = folders.get(watch);
    if (in == null) {
      return;
    }
    if ((what & IN_IGNORED) != 0) {
      folders.remove(watch);
    }
    if (in.parent() == null) {
      gone |= (what & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0;
      if ((what & IN_ATTRIB) != 0 && name.length == 0) {
        changes.addRoot();
      }
    }
    if (name.length == 0 || Names.isOurs(name)) {
      return;
    }
    BytePath entry = BytePath.of(name);
    boolean folder = (what & IN_ISDIR) != 0;
    if (leaving.isLeftOut(in.path(entry), folder)) {
      return;
    }
    boolean appeared = folder && (what & (IN_CREATE | IN_MOVED_TO)) != 0;
    boolean left = (what & (IN_DELETE | IN_MOVED_FROM)) != 0;
    if (appeared) {
      moved.remove(cookie);
      appeared(in, entry);
    } else if (folder && (what & IN_MOVED_FROM) != 0) {
      moved.put(cookie, new Moved(in, entry));
    }
    changes.add(in, entry, left, appeared);
  }

  private void appeared(Folder in, BytePath name) {
    try {
      watch(in.child(name));
    } catch (StoreException e) {
      failure = e;
    }
  }

  /** Watches a folder and all below it. */
  private void watch(Folder first) throws StoreException {
    Deque<Folder> left = new ArrayDeque<>();
    left.push(first);
    while (!left.isEmpty()) {
      Folder folder = left.pop();
      int fd;
      try {
        fd = tree.acquire(folder);
      } catch (StoreException e) {
        if (folder.parent() == null) {
          throw e;
        }
        // It went again, or nobody may read it: a walk tells.
        continue;
      }
      try {
        if (!oneFileSystem || folder.device == tree.root().device) {
          watch(folder, fd);
          findFolders(folder, fd, left);
        }
      } finally {
        tree.release(folder);
      }
    }
  }

  private void watch(Folder folder, int fd) throws StoreException {
    long path = Scratch.own().first(("/proc/self/fd/" + fd).getBytes(US_ASCII));
    int watch = Libc.inotify_add_watch(events, path, EVENTS);
    int error = watch < 0 ? Native.getLastError() : 0;
    if (error == Errno.ENOSPC) {
      throw new StoreException(
          folder.shown(null),
          error,
          "can't be watched: there are more folders than this user may watch; raise the sysctl"
              + " fs.inotify.max_user_watches");
    }
    if (watch >= 0) {
      folders.put(watch, folder);
    } else if (folder.parent() == null) {
      throw Errno.of(folder.shown(null), -error);
    }
  }

  private void findFolders(Folder folder, int fd, Deque<Folder> found) throws StoreException {
    ByteBuffer entries = ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
    long address = Scratch.addressOf(entries);
    Posix.seek(fd, 0, 0);
    int length;
    while ((length = Posix.list(fd, address, BLOCK)) > 0) {
      for (int at = 0; at < length; at += entries.getShort(at + ENTRY_LENGTH) & 0xffff) {
        int type = entries.get(at + ENTRY_TYPE);
        if (type == DT_DIR || type == DT_UNKNOWN) {
          BytePath name = name(entries, at + ENTRY_NAME);
          if (!isDots(name)
              && (type == DT_DIR || isFolder(fd, name))
              && !leaving.isLeftOut(folder.path(name), true)) {
            found.push(folder.child(name));
          }
        }
      }
    }
  }

  private static BytePath name(ByteBuffer entries, int start) {
    int end = start;
    while (entries.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - start];
    entries.get(start, name);
    return BytePath.of(name);
  }

  private static boolean isDots(BytePath name) {
    return name.at(0) == '.' && (name.length() == 1 || (name.length() == 2 && name.at(1) == '.'));
  }

  private static boolean isFolder(int dir, BytePath name) {
    Stat stat = new Stat();
    return Posix.stat(dir, name.bytes(), Posix.AT_SYMLINK_NOFOLLOW, stat) == 0 && stat.isFolder();
  }

  /** Watches no more what was moved out of the tree. */
  private void forget(Moved away) {
    folders
        .entrySet()
        .removeIf(
            one -> {
              for (Folder at = one.getValue(); at.parent() != null; at = at.parent()) {
                if (at.parent() == away.in && at.name().equals(away.name)) {
                  Libc.inotify_rm_watch(events, one.getKey());
                  return true;
                }
              }
              return false;
            });
  }

  /** Hears nothing any more. Nobody may be in {@link #await}. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Posix.close(events);
      Posix.close(wake);
    }
  }
}
