package io.sluice.mover.session;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a session on which files are opened, completed and closed, so that a slow disk
 * does not stop an event loop. They end when they have nothing to do.
 */
final class FileWorkers {
  private static final int THREADS = 4;
  private static final AtomicInteger COUNT = new AtomicInteger();

  private FileWorkers() {}

  static ThreadPoolExecutor start() {
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "sluice-files-" + COUNT.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            // A session that is over still closes files, on whichever thread comes to it.
            (task, pool) -> task.run());
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }
}
