package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;

/**
 * The header that every active message carries, 32 bytes, little-endian:
 *
 * <pre>
 *  0  long  id of the stream at its receiver (or of the pair of workers), chosen by the receiver
 *  8  int   sequence number of a numbered frame, else 0
 * 12  byte  type
 * 13  byte  flags
 * 14  short 0
 * 16  int   bytes of payload
 * 20  int   numbered frames that the receiver of this frame may have sent in all (mod 2^32)
 * 24  long  bytes of payload that the receiver of this frame may have sent in all
 * </pre>
 */
final class Frame {
  static final int HEADER_BYTES = 32;

  /** The only active message id in use; both sides register it before they tell their address. */
  static final int ACTIVE_MESSAGE_ID = 1;

  /** Payload of the largest eager frame: with all headers it fits one 8 KiB fragment of UCX. */
  static final int MAX_EAGER = 8128;

  /** Payload of the largest rendezvous frame. */
  static final int MAX_BULK = 1 << 20;

  // Numbered, delivered in order, paid for with credit.
  static final byte DATA = 1;
  static final byte BULK = 2;
  static final byte FIN = 3;
  // Not numbered: idempotent, so that their order does not matter.
  static final byte FIN_ACK = 4;
  static final byte CREDIT = 5;
  static final byte PROBE = 6;
  static final byte PROBE_ACK = 7;
  static final byte RESET = 8;
  // About the pair of workers.
  static final byte PING = 9;
  static final byte PONG = 10;
  static final byte BYE = 11;

  private Frame() {}

  static void write(
      ByteBuf to, long id, int sequence, byte type, int length, int frameLimit, long byteLimit) {
    to.setLongLE(0, id);
    to.setIntLE(8, sequence);
    to.setIntLE(12, type);
    to.setIntLE(16, length);
    to.setIntLE(20, frameLimit);
    to.setLongLE(24, byteLimit);
  }

  static long id(long header) {
    return NativeBytes.getLong(header);
  }

  static int sequence(long header) {
    return NativeBytes.getInt(header + 8);
  }

  static int type(long header) {
    return NativeBytes.getByte(header + 12);
  }

  static int length(long header) {
    return NativeBytes.getInt(header + 16);
  }

  static int frameLimit(long header) {
    return NativeBytes.getInt(header + 20);
  }

  static long byteLimit(long header) {
    return NativeBytes.getLong(header + 24);
  }
}
