package io.sluice.transport.ucx;

import java.nio.ByteBuffer;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * The one endpoint from a local worker to a remote one, shared by all streams between them. It
 * lives until one of the workers goes: UCX matches the endpoints of a pair of workers by the order
 * in which they were made, so that making and closing them per connection would cross streams.
 */
final class PeerEndpoint {
  private final UcxWorker worker;
  private final WorkerId remote;
  private final PeerFacts facts;
  private final UcpEndpoint endpoint;

  /** The id that the peer's frames about this pair bear, chosen here. */
  private final long localPairId;

  /** The id that frames about this pair bear, chosen by the peer. */
  private long remotePairId;

  private PeerProcess process;
  private Throwable failure;
  private boolean orderly;
  private int streams;

  PeerEndpoint(UcxWorker worker, Offer offer, PeerFacts facts, long localPairId) {
    this.worker = worker;
    this.remote = offer.worker();
    this.facts = facts;
    this.localPairId = localPairId;
    this.remotePairId = offer.pairId();
    ByteBuffer address = offer.address().duplicate();
    ByteBuffer direct = ByteBuffer.allocateDirect(address.remaining()).put(address).flip();
    var params = worker.lane().endpointParams().setUcpAddress(direct);
    if (worker.lane().peerErrors) {
      params.setErrorHandler((ep, status, message) -> failed(status, message));
    }
    endpoint = worker.newEndpoint(params);
  }

  private void failed(int status, String message) {
    if (failure == null) {
      failure = new java.io.IOException("UCX endpoint failed: " + message + " (" + status + ")");
      worker.failed(this);
    }
  }

  UcpEndpoint endpoint() {
    return endpoint;
  }

  WorkerId remote() {
    return remote;
  }

  PeerFacts facts() {
    return facts;
  }

  long localPairId() {
    return localPairId;
  }

  long remotePairId() {
    return remotePairId;
  }

  Throwable failure() {
    return failure;
  }

  void retain() {
    streams++;
  }

  void release() {
    streams--;
  }

  boolean isIdle() {
    return streams == 0;
  }

  /** Watches the peer's process, where it is one of this host and not this one. */
  void watch(PeerProcess watched) {
    process = watched;
  }

  PeerProcess process() {
    return process;
  }

  /** A send failed: over a lane that tells so, the endpoint is lost. */
  void operationFailed(int status) {
    failed(status, "a frame could not be sent");
  }

  /** The peer told that it closes its worker. */
  void saidBye() {
    orderly = true;
    if (failure == null) {
      failure = new java.io.IOException("the peer closed its UCX worker");
    }
  }

  boolean isGoneOrderly() {
    return orderly;
  }

  void unwatch() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** Closes the endpoint; what is outstanding on it is completed first, or never in this mode. */
  void close() {
    unwatch();
    try {
      UcpRequest unused =
          failure != null && worker.lane().peerErrors
              ? endpoint.closeNonBlockingForce()
              : endpoint.closeNonBlockingFlush();
    } catch (UcxException e) {
      worker.suspect();
    }
  }
}
