package io.sluice.transport.ucx;

import java.nio.ByteBuffer;

/**
 * Tells whether bytes that a peer gives as its worker's address may be given to UCX, which follows
 * them unchecked: a wrong version aborts the process, and a missing transport is a null pointer.
 *
 * <p>Over shared memory, two workers of one host and one version of UCX, with the same settings,
 * have addresses of the same form. So the peer's must be this side's own, except for the worker's
 * random id, the process's id, and the descriptor of the segment that goes with it; what is wrong
 * in these fails the endpoint. Over a network only the head can be compared.
 */
final class WorkerAddress {
  /** Version and flags; the worker's id of 8 bytes is behind it. */
  private static final int HEAD_BYTES = 1;

  private static final int ID_BYTES = 8;

  /** A process's id is below 2^22 on Linux. */
  private static final int PID_BYTES = 3;

  /** A segment's name: a process's id in 30 bits, a descriptor in 32, and 2 flags. */
  private static final int SEGMENT_BYTES = 8;

  /** Behind the process's id, and in front of the byte with the flags. */
  private static final int DESCRIPTOR_BYTES = 4;

  private WorkerAddress() {}

  static boolean isLike(Lane lane, ByteBuffer own, long ownPid, ByteBuffer peer, long peerPid) {
    if (own.get(0) != peer.get(0)) {
      return false;
    }
    return lane != Lane.SHARED_MEMORY || isSameForm(bytes(own), ownPid, bytes(peer), peerPid);
  }

  private static boolean isSameForm(byte[] own, long ownPid, byte[] peer, long peerPid) {
    if (own.length != peer.length) {
      return false;
    }
    byte[] expected = own.clone();
    System.arraycopy(
        peer, HEAD_BYTES, expected, HEAD_BYTES, Math.min(ID_BYTES, own.length - HEAD_BYTES));
    for (int at = HEAD_BYTES + ID_BYTES; at + PID_BYTES <= own.length; at++) {
      if (holds(own, at, ownPid) && holds(peer, at, peerPid)) {
        System.arraycopy(peer, at, expected, at, PID_BYTES);
        int descriptor = at + PID_BYTES;
        if ((own[at - 1] & 0x3f) == SEGMENT_BYTES && descriptor + DESCRIPTOR_BYTES <= own.length) {
          System.arraycopy(peer, descriptor, expected, descriptor, DESCRIPTOR_BYTES);
        }
      }
    }
    return java.util.Arrays.equals(expected, peer);
  }

  private static boolean holds(byte[] address, int at, long pid) {
    return address[at] == (byte) pid
        && address[at + 1] == (byte) (pid >> 8)
        && address[at + 2] == (byte) (pid >> 16);
  }

  private static byte[] bytes(ByteBuffer address) {
    byte[] bytes = new byte[address.remaining()];
    address.duplicate().get(bytes);
    return bytes;
  }
}
