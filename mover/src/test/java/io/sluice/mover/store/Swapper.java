package io.sluice.mover.store;

import java.nio.file.Path;

/** Exchanges two names of one folder again and again, each time in one step, until it is closed. */
public final class Swapper implements AutoCloseable {
  private static final int RENAME_EXCHANGE = 2;

  private final Thread thread = new Thread(this::swap, "swapper");
  private final byte[] one;
  private final byte[] other;
  private volatile boolean over;
  private volatile long swaps;

  public Swapper(Path one, Path other) {
    this.one = Copies.path(one).bytes();
    this.other = Copies.path(other).bytes();
    thread.start();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void swap() {
    while (!over) {
      Scratch memory = Scratch.own();
      long first = memory.first(one);
      long second = memory.second(other);
      if (Libc.renameat2(Posix.AT_FDCWD, first, Posix.AT_FDCWD, second, RENAME_EXCHANGE) == 0) {
        swaps++;
      }
    }
  }

  /** How often that was. */
  public long swaps() {
    return swaps;
  }

  @Override
  public void close() {
    over = true;
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
