package io.sluice.mover.cli;

/**
 * Runs an action when the process is asked to end by SIGINT, SIGTERM or SIGHUP. Made of a shutdown
 * hook: after it the JVM ends with 128 and the signal's number by itself. {@link #close} disarms
 * it, so that an ordinary exit runs nothing.
 */
final class Signals implements AutoCloseable {
  private final Thread hook;

  /** Arms it. The action runs once, in a thread of its own, and the process ends after it. */
  Signals(Runnable action) {
    hook = new Thread(action, "signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Whether it is SIGTERM that ends the process. Hooks are not told; but the JVM runs its handler
   * in a thread that it names by the signal, and that lives until the hooks are done. Where a JVM
   * names it otherwise the answer is no.
   */
  static boolean isTermination() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("SIGTERM handler")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already, and the action has run or runs.
    }
  }
}
