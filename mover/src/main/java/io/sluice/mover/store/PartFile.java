package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import io.sluice.mover.Sink.Range;
import io.sluice.mover.StoreException;
import io.sluice.mover.store.Names.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A part and its journal in the target's folder, both locked. The lock goes with the open file
 * description, so the kernel drops it when the process dies, however it dies.
 */
final class PartFile {
  /** No journal of ours is longer: room for 2.7 million extents. */
  private static final long JOURNAL_LIMIT = 64L << 20;

  private static final int OPEN_LIMIT = 100;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final int dir;
  private final BytePath target;
  private final byte[] journalName;
  private final byte[] name;
  private final Identity source;
  private final ByteBuffer header;
  private Descriptor journal;
  private Descriptor part;
  private boolean startedOver;
  private boolean resumed;
  private List<Range> landed = List.of();

  private PartFile(int dir, BytePath target, BytePath targetName, Identity source) {
    this.dir = dir;
    this.target = target;
    this.source = source;
    this.journalName = Names.journal(targetName);
    this.name = Names.part(targetName, source);
    this.header = JournalFormat.header(source);
  }

  /**
   * Opens or makes both.
   *
   * @param dir descriptor of the target's folder; stays the caller's
   * @param target path of the target, for errors
   * @param targetName the target's name in the folder
   */
  static PartFile open(
      int dir,
      BytePath target,
      BytePath targetName,
      Identity source,
      boolean resume,
      Duration lockWait)
      throws IOException {
    PartFile file = new PartFile(dir, target, targetName, source);
    try {
      file.lockJournal(System.nanoTime() + lockWait.toNanos());
      try {
        file.openPart(targetName, resume);
      } catch (IOException e) {
        file.removeIfUseless();
        throw e;
      }
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void lockJournal(long deadline) throws IOException {
    Stat opened = new Stat();
    Stat named = new Stat();
    while (true) {
      int fd = openOwn(journalName);
      journal = new Descriptor(fd);
      int locked = Posix.lock(fd);
      if (locked == 0) {
        Errno.check(target, Posix.stat(fd, opened));
        int found = Posix.stat(dir, journalName, Posix.AT_SYMLINK_NOFOLLOW, named);
        if (found == 0 && opened.sameObject(named)) {
          return;
        }
        // Its last owner finished and removed it between our opening and our lock.
      } else if (locked != -Errno.EAGAIN) {
        throw Errno.of(target, locked, "the part file can't be locked");
      } else if (System.nanoTime() - deadline >= 0) {
        throw new StoreException(target, Errno.EAGAIN, "another copy is writing to it");
      } else {
        LockSupport.parkNanos(POLL_NANOS);
      }
      journal.close();
    }
  }

  private void openPart(BytePath targetName, boolean resume) throws IOException {
    int notes = journal.acquire();
    try {
      ByteBuffer old = readAll(notes);
      Identity former = JournalFormat.identity(old);
      boolean same = source.equals(former);
      if (former != null && !same) {
        startedOver = true;
        NameCalls.unlink(dir, Names.part(targetName, former), 0);
      }
      int fd = same && resume ? openOld() : -1;
      resumed = fd >= 0;
      if (resumed) {
        part = new Descriptor(fd);
        landed = List.copyOf(JournalFormat.ranges(old, source.size()));
        truncate(notes, JournalFormat.position(landed.size()));
        Posix.chmod(fd, 0600);
      } else {
        NameCalls.unlink(dir, name, 0);
        truncate(notes, 0);
        writeAll(notes, header.duplicate(), 0);
        fd = openOwn(name);
        part = new Descriptor(fd);
      }
      int locked = Posix.lock(fd);
      if (locked < 0) {
        throw Errno.of(target, locked, "the part file can't be locked");
      }
    } finally {
      journal.release();
    }
  }

  /** The part that an earlier session left, or a negative number. */
  private int openOld() {
    int fd = Posix.open(dir, name, Posix.O_RDWR | Posix.O_NOFOLLOW | Posix.O_NONBLOCK, 0);
    Stat stat = new Stat();
    if (fd >= 0 && (Posix.stat(fd, stat) < 0 || !isOwn(stat))) {
      Posix.close(fd);
      return -1;
    }
    return fd;
  }

  private void truncate(int fd, long size) throws IOException {
    Errno.check(target, Posix.truncate(fd, size));
  }

  private ByteBuffer readAll(int fd) throws IOException {
    Stat stat = new Stat();
    Errno.check(target, Posix.stat(fd, stat));
    if (stat.size > JOURNAL_LIMIT) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer all = ByteBuffer.allocate((int) stat.size);
    while (all.hasRemaining()) {
      int count = Errno.check(target, Posix.read(fd, all, all.position()));
      if (count == 0) {
        break;
      }
    }
    return all.flip();
  }

  private void writeAll(int fd, ByteBuffer from, long position) throws IOException {
    long at = position;
    while (from.hasRemaining()) {
      at += Errno.check(target, Posix.write(fd, from, at));
    }
  }

  /** Opens a file of ours or makes it, and puts what is not ours out of the way. */
  private int openOwn(byte[] file) throws IOException {
    int flags = Posix.O_RDWR | Posix.O_CREAT | Posix.O_NOFOLLOW | Posix.O_NONBLOCK;
    Stat stat = new Stat();
    for (int attempt = 0; attempt < OPEN_LIMIT; attempt++) {
      int fd = Posix.open(dir, file, flags, 0600);
      if (fd >= 0) {
        Errno.check(target, Posix.stat(fd, stat));
        if (isOwn(stat)) {
          return fd;
        }
        Posix.close(fd);
        if (stat.nlink == 0) {
          // Its owner has just removed it, and another may have made a new one by now.
          continue;
        }
      } else if (fd == -Errno.EACCES) {
        throw Errno.of(target, fd, "a new file can't be made in its folder");
      } else if (fd != -Errno.ELOOP && fd != -Errno.ENXIO) {
        throw Errno.of(target, fd);
      }
      NameCalls.unlink(dir, file, 0);
    }
    throw new StoreException(
        target, Errno.EEXIST, BytePath.of(file) + " is in the way and can't be removed");
  }

  /** Whether nobody else can have put it there to write to it, or to have us write elsewhere. */
  private static boolean isOwn(Stat stat) {
    return stat.isFile() && stat.nlink == 1 && stat.uid == Libc.geteuid();
  }

  /** The part. */
  Descriptor part() {
    return part;
  }

  /** Name of the part in the folder. */
  byte[] name() {
    return name;
  }

  /** Whether the part was there before, with whatever is in it. */
  boolean resumed() {
    return resumed;
  }

  /** Whether a part of another version of the source was there. */
  boolean startedOver() {
    return startedOver;
  }

  /** What an earlier session noted. */
  List<Range> landed() {
    return landed;
  }

  /** Writes the record with that number; each number is used once. */
  void note(int sequence, long offset, long length) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(JournalFormat.RECORD);
    JournalFormat.record(record, header, sequence, offset, length);
    int fd = journal.acquire();
    try {
      writeAll(fd, record.flip(), JournalFormat.position(sequence));
    } finally {
      journal.release();
    }
  }

  /** Removes the journal, whose lock is kept until {@link #close}. */
  void removeJournal() {
    NameCalls.unlink(dir, journalName, 0);
  }

  /** Removes both: nothing that landed is of use. */
  void remove() {
    NameCalls.unlink(dir, name, 0);
    removeJournal();
  }

  private void removeIfUseless() {
    if (landed.isEmpty()) {
      remove();
    }
  }

  /** Closes both, and so unlocks them. */
  void close() {
    if (part != null) {
      part.close();
    }
    if (journal != null) {
      journal.close();
    }
  }
}
