package io.sluice.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * Who is not root. Linux keeps the user for each thread, and a thread has it from the one that
 * started it: so one thread of a test is nobody, and all that it starts.
 */
public final class Nobody {
  static final int ID = 65534;

  private Nobody() {}

  /** Calls it as nobody. */
  public static <T> T call(Callable<T> what) throws Exception {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              boolean arm = System.getProperty("os.arch").equals("aarch64");
              long setresgid = arm ? 149 : 119;
              long setresuid = arm ? 147 : 117;
              assertThat(Libc.syscall(setresgid, -1, ID, -1, 0, 0, 0)).isZero();
              assertThat(Libc.syscall(setresuid, -1, ID, -1, 0, 0, 0)).isZero();
              return what.call();
            });
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    return task.get();
  }
}
