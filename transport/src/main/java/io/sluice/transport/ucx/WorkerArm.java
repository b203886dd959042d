package io.sluice.transport.ucx;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * Calls {@code ucp_worker_arm} itself: it is busy once after each wake-up, and JUCX makes an
 * exception of that, which costs more than the round trip that it delays.
 */
final class WorkerArm {
  private static final int UCS_OK = 0;

  static {
    Native.register(WorkerArm.class, NativeLibrary.getInstance("libucp.so.0"));
  }

  private WorkerArm() {}

  private static native int ucp_worker_arm(long worker);

  /** Whether the worker's descriptor will tell of the next event; false where there is one. */
  static boolean arm(long worker) {
    return ucp_worker_arm(worker) == UCS_OK;
  }
}
