// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

/** The trees that are worth measuring. All are made from a fixed seed, the same in every run. */
enum Shape {
  TINY("100,000 files of 4 KiB"),
  EMPTY("1,000,000 empty files"),
  SMALL("20,000 files of 64 KiB"),
  MIX("a mix like a kernel source"),
  IMAGE("a disk image, 1 % changed");

  private static final int PER_FOLDER = 1000;
  private static final int BLOCK = 4096;

  private final String label;

  Shape(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * The shape of this name.
   *
   * @throws BenchmarkException if there is none
   */
  static Shape named(String name) {
    for (Shape shape : values()) {
      if (shape.folder().equals(name)) {
        return shape;
      }
    }
    throw new BenchmarkException("unknown shape " + name);
  }

  /** The folder that it is made in. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Makes the tree.
   *
   * @param scale how many times smaller than its label says
   * @param imageSize the size of {@link #IMAGE} in bytes
   */
  void make(Path root, int scale, long imageSize) {
    try {
      Files.createDirectories(root);
      switch (this) {
        case TINY -> flat(root, 100_000 / scale, 4 << 10);
        case EMPTY -> flat(root, 1_000_000 / scale, 0);
        case SMALL -> flat(root, 20_000 / scale, 64 << 10);
        case MIX -> mix(root, 75_000 / scale);
        case IMAGE -> image(root.resolve("image"), imageSize);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void flat(Path root, int files, int size) throws IOException {
    Random random = new Random(1);
    byte[] content = new byte[size];
    Path folder = root;
    for (int i = 0; i < files; i++) {
      if (i % PER_FOLDER == 0) {
        folder = Files.createDirectory(root.resolve("d" + i / PER_FOLDER));
      }
      random.nextBytes(content);
      write(folder.resolve("file" + i), content, size);
    }
  }

  // About 15 files a folder, folders up to 8 deep, sizes log-normal around 5.5 KiB with a mean of
  // 14 KiB, as in Linux 6; a few symbolic links, hard links and programs.
  private static void mix(Path root, int files) throws IOException {
    Random random = new Random(2);
    byte[] content = new byte[2 << 20];
    random.nextBytes(content);
    Path folder = root;
    Path last = null;
    for (int i = 0; i < files; i++) {
      if (i % 15 == 0) {
        boolean deeper = root.relativize(folder).getNameCount() < 8 && random.nextInt(3) > 0;
        Path parent = deeper || folder.equals(root) ? folder : folder.getParent();
        folder = Files.createDirectory(parent.resolve("folder" + i));
      }
      Path file = folder.resolve("source" + i + ".c");
      if (i % 1000 == 999) {
        Files.createSymbolicLink(file, Path.of("..", "source" + i + ".h"));
      } else if (i % 1000 == 998) {
        Files.createLink(file, last);
      } else {
        double size = 5500 * Math.exp(1.4 * random.nextGaussian());
        ByteBuffer.wrap(content).putInt(0, i);
        write(file, content, (int) Math.min(size, content.length));
        if (i % 100 == 0 && !file.toFile().setExecutable(true)) {
          throw new IOException("cannot make " + file + " executable");
        }
        last = file;
      }
    }
  }

  private static void image(Path file, long size) throws IOException {
    byte[] block = new byte[1 << 20];
    Random random = new Random(3);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long at = 0; at < size; at += block.length) {
        random.nextBytes(block);
        out.write(block, 0, (int) Math.min(block.length, size - at));
      }
    }
  }

  /** Rewrites a hundredth of an image's blocks of 4 KiB, in other places for each seed. */
  static void change(Path root, long seed) {
    Random random = new Random(seed);
    byte[] block = new byte[BLOCK];
    Path file = root.resolve("image");
    try (FileChannel image = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long blocks = image.size() / BLOCK;
      for (long i = 0; i < blocks / 100; i++) {
        random.nextBytes(block);
        image.write(ByteBuffer.wrap(block), Math.floorMod(random.nextLong(), blocks) * BLOCK);
      }
      // rsync looks at whole seconds only, and would take two changes within one for none.
      Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plus(Duration.ofDays(seed))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, byte[] content, int size) throws IOException {
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      if (size > 0) {
        out.write(content, 0, size);
      }
    }
  }
}
