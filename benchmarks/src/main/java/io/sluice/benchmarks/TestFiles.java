// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;

/** The files that are copied and the folder that they are copied to. */
final class TestFiles implements Workload {
  private static final int BLOCK = 4 << 20;
  private static final int PAGE = 4096;

  /** What a run takes besides: socket buffers and heaps. */
  private static final long SPARE = 256 << 20;

  private final Path sources;
  private final Path copies;

  TestFiles(Path folder) {
    this.sources = folder.resolve("from");
    this.copies = folder.resolve("to");
    try {
      Files.createDirectories(sources);
      Files.createDirectories(copies);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Path sources() {
    return sources;
  }

  @Override
  public Path copies() {
    return copies;
  }

  /** Makes a source that no tool can compress and in which no two pages are alike. */
  void make(String name, long size) {
    byte[] block = new byte[BLOCK];
    new Random(1).nextBytes(block);
    ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK).put(block);
    try (FileChannel file =
        FileChannel.open(source(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      for (long at = 0; at < size; at += BLOCK) {
        for (int page = 0; page < BLOCK; page += PAGE) {
          buffer.putLong(page, at + page);
        }
        buffer.clear().limit((int) Math.min(BLOCK, size - at));
        while (buffer.hasRemaining()) {
          file.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long size(String name) {
    try {
      return Files.size(source(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void clear(String name) {
    try {
      Files.deleteIfExists(copy(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes and removes as much as a copy takes. A virtual machine gives memory that was free for
   * some seconds back to its host, and pays for it when it takes it again: on the machine of the
   * first measurements twice the time of a write, for whichever tool came after a pause.
   */
  @Override
  public void settle(String name) {
    long size = size(name) + SPARE;
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    Path touched = copies.resolve(".touched");
    try (FileChannel file =
        FileChannel.open(
            touched,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      for (long at = 0; at < size; at += BLOCK) {
        block.clear();
        while (block.hasRemaining()) {
          file.write(block);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void verify(String name, Contestant by) {
    if (!by.faithful()) {
      return;
    }
    Shell.Result result =
        Shell.attempt(List.of("cmp", source(name).toString(), copy(name).toString()));
    if (result.exit() != 0) {
      throw new BenchmarkException(by.label() + " made a wrong copy: " + result.output().strip());
    }
  }
}
