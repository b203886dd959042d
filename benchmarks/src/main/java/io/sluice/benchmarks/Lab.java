// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The place where a benchmark runs, and the owner of all that must not outlive it: a folder on
 * tmpfs, processes, namespaces, mounts. They are undone in reverse order by {@link #close()}, which
 * also runs when the JVM is told to end (Ctrl-C, SIGTERM); from then on nothing new is accepted.
 *
 * <p>Safe for use by several threads.
 */
final class Lab implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Path repository;
  private final Path folder;
  private final Deque<Undo> undos = new ArrayDeque<>();
  private boolean closed;

  /** Undoes one thing. */
  @FunctionalInterface
  interface Undo {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Makes the folder below {@code parent} and arranges for its end.
   *
   * @param repository the root of the checkout
   */
  Lab(Path repository, Path parent) {
    this.repository = repository;
    try {
      this.folder = Files.createTempDirectory(parent, "sluice-bench-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    onClose(() -> deleteTree(folder));
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "clean-up"));
  }

  /** The root of the checkout that is measured. */
  Path repository() {
    return repository;
  }

  /** The folder on tmpfs. */
  Path folder() {
    return folder;
  }

  /** A name that nothing else on this machine has. */
  static String uniqueName() {
    return "sluice-bench-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
  }

  /**
   * Has {@code undo} run at the end.
   *
   * @throws BenchmarkException if the end has begun; {@code undo} has then been run
   */
  void onClose(Undo undo) {
    synchronized (undos) {
      if (!closed) {
        undos.push(undo);
        return;
      }
    }
    attempt(undo);
    throw new BenchmarkException("interrupted");
  }

  /** Whether the end has begun. */
  boolean isClosed() {
    synchronized (undos) {
      return closed;
    }
  }

  /** Throws what the end of everything has caused, so that nobody takes it for a tool's fault. */
  void rethrowIfClosed(BenchmarkException e) {
    if (isClosed()) {
      throw e;
    }
  }

  /** Builds a C program of this module, once. */
  Path build(String program) {
    Path binary = folder.resolve(program);
    if (!Files.exists(binary)) {
      Path source = repository.resolve("benchmarks/src/main/c/" + program + ".c");
      Shell.run(List.of("cc", "-O2", "-pthread", "-o", binary.toString(), source.toString()));
    }
    return binary;
  }

  /** Undoes everything; returns when it is done, also when another thread has begun it. */
  @Override
  public synchronized void close() {
    while (true) {
      Undo undo;
      synchronized (undos) {
        closed = true;
        undo = undos.poll();
      }
      if (undo == null) {
        return;
      }
      attempt(undo);
    }
  }

  private static void attempt(Undo undo) {
    try {
      undo.run();
    } catch (IOException | RuntimeException e) {
      System.err.println("bench: clean-up: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // The main thread may be about to add another file when the run is interrupted.
  private static void deleteTree(Path root) throws IOException {
    for (int tries = 5; ; tries--) {
      try (Stream<Path> all = Files.walk(root)) {
        for (Path each : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
          Files.deleteIfExists(each);
        }
        return;
      } catch (IOException | UncheckedIOException e) {
        if (tries == 0) {
          throw e;
        }
        Pause.milliseconds(50);
      }
    }
  }
}
