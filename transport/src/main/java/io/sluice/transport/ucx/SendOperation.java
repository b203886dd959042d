package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * One active message on its way and the memory that it needs until UCX, and for a rendezvous the
 * peer, no longer reads it: a block of native memory for the header and an eager payload, and the
 * buffer of a rendezvous. Reused by its worker.
 *
 * <p>UCX may complete it inside the call that starts it or in a later progress; a failing call may
 * both throw and complete it. The callback only sets flags: an exception in it would be lost
 * together with the callbacks behind it.
 */
final class SendOperation extends UcxCallback {
  static final int BLOCK_BYTES = 8192;

  private UcxWorker worker;

  /** Header and eager payload: {@link #BLOCK_BYTES} bytes. */
  ByteBuf block;

  final long address;

  /** The memory that a rendezvous reads, or {@code null}; held until the operation is complete. */
  ByteBuf payload;

  /** Told about a rendezvous that is complete, or {@code null}. */
  Outbound.Message message;

  PeerEndpoint endpoint;
  private boolean starting;
  private boolean complete;
  private int status;

  SendOperation(UcxWorker worker, ByteBuf block, long address) {
    this.worker = worker;
    this.block = block;
    this.address = address;
  }

  void starting(PeerEndpoint to) {
    endpoint = to;
    starting = true;
    complete = false;
    status = 0;
  }

  /** The call has returned: whether it is complete already. */
  boolean started() {
    starting = false;
    return complete;
  }

  /**
   * Its worker was closed while UCX had not completed it, so it never will. JUCX keeps a reference
   * to it for good, so it lets go of all that it holds.
   */
  void abandon() {
    worker = null;
    block = null;
    endpoint = null;
  }

  boolean isFailed() {
    return status != 0;
  }

  int status() {
    return status;
  }

  @Override
  public void onSuccess(UcpRequest request) {
    completed(0);
  }

  @Override
  public void onError(int ucsStatus, String errorMessage) {
    completed(ucsStatus == 0 ? -1 : ucsStatus);
  }

  void completed(int ucsStatus) {
    if (complete) {
      return;
    }
    complete = true;
    status = ucsStatus;
    if (!starting) {
      worker.finished(this);
    }
  }
}
