package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * A rendezvous that the peer offers: first held as a descriptor, then fetched into a buffer. Its
 * callback only sets its state and wakes the path.
 */
final class Bulk extends UcxCallback {
  /** How far it is. */
  enum State {
    HELD,
    FETCHING,
    LANDED,
    FAILED
  }

  final long handle;
  final int length;
  private final UcxPath path;
  private State state = State.HELD;
  private ByteBuf target;
  private boolean unwanted;

  Bulk(UcxPath path, long handle, int length) {
    this.path = path;
    this.handle = handle;
    this.length = length;
  }

  State state() {
    return state;
  }

  ByteBuf target() {
    return target;
  }

  /** Starts to fetch it. Not inside of a callback. */
  void fetch(UcxWorker worker) {
    state = State.FETCHING;
    target = worker.bulk().take(length);
    try {
      var params = BulkPool.params(target);
      worker
          .ucp()
          .recvAmDataNonBlocking(
              handle,
              NativeBytes.addressOf(target),
              length,
              this,
              params == null ? worker.plain() : params);
    } catch (RuntimeException e) {
      done(State.FAILED);
    }
  }

  /** Gives it up: the sender's memory is free again, as far as UCX can tell it so. */
  void discard(UcxWorker worker, boolean peerAlive) {
    unwanted = true;
    switch (state) {
      case HELD -> {
        state = State.FAILED;
        if (peerAlive) {
          worker.ucp().amDataRelease(handle);
        }
      }
      case LANDED -> release();
      case FETCHING, FAILED -> {
        // Its buffer is UCX's until the callback.
      }
    }
  }

  private void release() {
    if (target != null) {
      target.release();
      target = null;
    }
  }

  private void done(State end) {
    if (state != State.FETCHING) {
      return;
    }
    state = end;
    if (end == State.LANDED) {
      target.writerIndex(length);
    }
    if (end == State.FAILED || unwanted) {
      release();
    }
    path.wake();
  }

  @Override
  public void onSuccess(UcpRequest request) {
    done(State.LANDED);
  }

  @Override
  public void onError(int ucsStatus, String errorMessage) {
    done(State.FAILED);
  }
}
