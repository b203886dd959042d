// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import java.lang.management.ManagementFactory;

/** What a {@link Peer} does its turns with. Servers are opened for one turn and closed after it. */
interface Side {
  /** Begins to serve on loopback, in a thread of its own; returns the port. */
  int open() throws Exception;

  /** Ends serving; returns the heap that the serving thread took since {@link #open}, in bytes. */
  long close() throws Exception;

  /** Takes one turn against the server at that port, warm-up included. */
  Turn.Outcome run(int port, Turn turn) throws Exception;

  /** Bytes of heap that the current thread has taken so far. */
  static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
