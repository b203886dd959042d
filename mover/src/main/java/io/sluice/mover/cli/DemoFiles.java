package io.sluice.mover.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The demo's file and its copy, in a folder that goes when this is closed. */
final class DemoFiles implements Closeable {
  private static final int BLOCK = 1 << 20;
  private static final int PAGE = 4096;
  private static final int ATTEMPTS = 10;

  private final Path folder;
  private final long size;
  private boolean closed;

  private DemoFiles(Path folder, long size) {
    this.folder = folder;
    this.size = size;
  }

  /**
   * Makes the folder.
   *
   * @param parent where, or {@code null} for the first of {@code /dev/shm} and {@code /tmp} that
   *     has room
   */
  static DemoFiles in(Path parent, long size) throws IOException {
    List<Path> candidates =
        parent != null
            ? List.of(parent)
            : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")));
    // Two files, and a little for everybody else.
    long needed = size * 2 + (64L << 20);
    for (Path candidate : candidates) {
      if (Files.isWritable(candidate) && hasRoom(candidate, needed)) {
        DemoFiles files = new DemoFiles(Files.createTempDirectory(candidate, "mover-demo"), size);
        Files.createDirectory(files.receiver());
        return files;
      }
    }
    throw new UsageException(
        "no room for two files of "
            + Amounts.bytes(size)
            + " in "
            + ByteText.of(String.join(" or ", candidates.stream().map(Path::toString).toList()))
            + ": make it smaller with --size, or name a --folder");
  }

  private static boolean hasRoom(Path folder, long needed) throws IOException {
    var store = Files.getFileStore(folder);
    if (store.getUsableSpace() < needed) {
      return false;
    }
    return !store.type().equals("tmpfs") || availableMemory() > needed;
  }

  /** A tmpfs may be larger than what memory is left. */
  private static long availableMemory() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith("MemAvailable:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    return Long.MAX_VALUE;
  }

  Path source() {
    return folder.resolve("file");
  }

  Path receiver() {
    return folder.resolve("receiver");
  }

  Path copy() {
    return receiver().resolve("copy");
  }

  /**
   * Writes the source: random bytes, each page with its own number, so that none equals another.
   */
  void fill() throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    SplittableRandom random = new SplittableRandom(size);
    while (block.hasRemaining()) {
      block.putLong(random.nextLong());
    }
    try (FileChannel file = make()) {
      for (long at = 0; at < size; at += BLOCK) {
        for (int page = 0; page < BLOCK; page += PAGE) {
          block.putLong(page, at + page);
        }
        block.position(0).limit((int) Math.min(BLOCK, size - at));
        while (block.hasRemaining()) {
          file.write(block);
        }
      }
    }
  }

  /** Not behind the back of {@link #close}, which would leave the file and so the folder. */
  private synchronized FileChannel make() throws IOException {
    if (closed) {
      throw new IOException("the demo was stopped");
    }
    return FileChannel.open(source(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** Where the copy first differs from the source, or -1. */
  long firstDifference() throws IOException {
    ByteBuffer one = ByteBuffer.allocateDirect(BLOCK);
    ByteBuffer other = ByteBuffer.allocateDirect(BLOCK);
    try (FileChannel file = FileChannel.open(source());
        FileChannel copied = FileChannel.open(copy())) {
      long at = 0;
      while (true) {
        read(file, one);
        read(copied, other);
        int mismatch = one.mismatch(other);
        if (mismatch >= 0) {
          return at + mismatch;
        }
        if (!one.hasRemaining()) {
          return -1;
        }
        at += one.remaining();
      }
    }
  }

  private static void read(FileChannel file, ByteBuffer into) throws IOException {
    into.clear();
    while (into.hasRemaining() && file.read(into) >= 0) {
      // Until the buffer is full or the file ends.
    }
    into.flip();
  }

  @Override
  public synchronized void close() {
    closed = true;
    // Who writes the copy may still make a file while these go.
    for (int attempt = 0; attempt < ATTEMPTS && Files.exists(folder); attempt++) {
      remove();
    }
  }

  private void remove() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      // What can't be removed now is in a folder whose name says whose it is.
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
