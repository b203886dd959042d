package io.sluice.transport.ucx;

import java.util.Set;
import org.openucx.jucx.ucp.UcpEndpointParams;

/**
 * A kind of wire that UCX may use, best first. Each has a context of its own (see {@link Domain})
 * whose transports are restricted to it, so that what a channel says it runs on is true by
 * construction: JUCX can't be asked.
 */
enum Lane {
  /** RDMA by reliable connections; the auxiliary TCP is for wire-up only. */
  RDMA(1, true, 64 << 10),
  /** POSIX shared memory for small frames, cross-memory attach for large ones; one host only. */
  SHARED_MEMORY(2, false, 32 << 10),
  /** Plain TCP lanes, for tests: each worker listens on a port that anyone can reach. */
  TCP_LANES(4, true, 64 << 10);

  /** Its bit in the set of lanes that a preface offers. */
  final int bit;

  /** Whether UCX tells when the peer is gone; over shared memory it can't and must not be asked. */
  final boolean peerErrors;

  /** Bytes from which a rendezvous is faster than eager frames, as measured. */
  final int rendezvousThreshold;

  Lane(int bit, boolean peerErrors, int rendezvousThreshold) {
    this.bit = bit;
    this.peerErrors = peerErrors;
    this.rendezvousThreshold = rendezvousThreshold;
  }

  UcpEndpointParams endpointParams() {
    UcpEndpointParams params = new UcpEndpointParams();
    return peerErrors ? params.setPeerErrorHandlingMode() : params;
  }

  static int bits(Set<Lane> lanes) {
    int bits = 0;
    for (Lane lane : lanes) {
      bits |= lane.bit;
    }
    return bits;
  }
}
