package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message of the preface: 8 bytes that no other protocol begins with, a type, a version, and the
 * length of the body in 2 bytes; at most {@link #MAX_BYTES} in all.
 */
final class PrefaceMessage {
  /** Not UTF-8, no TLS record, no HTTP method, no SSH banner; ends as a line would. */
  private static final byte[] MAGIC = {(byte) 0xf5, 'S', 'l', 'u', 'c', 'x', '\r', '\n'};

  static final int HEADER_BYTES = 12;
  static final int MAX_BYTES = 4096;
  static final byte VERSION = 1;

  static final byte CLIENT_HELLO = 1;
  static final byte SERVER_HELLO = 2;
  static final byte CLIENT_PROOF = 3;
  static final byte SERVER_PROOF = 4;
  static final byte SWITCH = 5;
  static final byte STAY = 6;
  static final byte DECLINE = 7;

  private final byte type;
  private final byte[] body;

  PrefaceMessage(byte type, byte[] body) {
    this.type = type;
    this.body = body;
  }

  /** What it is. */
  byte type() {
    return type;
  }

  /** Its content, not copied. */
  byte[] body() {
    return body;
  }

  static PrefaceMessage refusal(byte type, Fallback fallback, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
    byte[] body = Arrays.copyOf(new byte[] {(byte) fallback.code}, 1 + Math.min(200, text.length));
    System.arraycopy(text, 0, body, 1, body.length - 1);
    return new PrefaceMessage(type, body);
  }

  /** The reason of a refusal, as the peer gave it. */
  PrefaceException reason() {
    Fallback fallback = Fallback.of(body.length > 0 ? body[0] : 0);
    String text =
        body.length > 1
            ? new String(body, 1, Math.min(200, body.length - 1), StandardCharsets.US_ASCII)
                .replaceAll("[^ -~]", "?")
            : "no reason";
    return new PrefaceException(fallback, "the peer says: " + text);
  }

  /** Sends it. The socket's buffer is empty so early: one that does not take it is an error. */
  void send(Socket socket) throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect(HEADER_BYTES + body.length);
    out.put(MAGIC).put(type).put(VERSION).putShort((short) body.length).put(body);
    if (socket.send(out, 0, out.capacity()) != out.capacity()) {
      throw new IOException("the preface could not be sent as a whole");
    }
  }

  /** Reads messages from a socket, and never a byte behind the last one. */
  static final class Reader {
    /** What a look at the socket brought. */
    enum Found {
      /** Nothing more for now. */
      MORE,
      /** A whole message: see {@link #message}. */
      MESSAGE,
      /** Bytes that are none of a preface: see {@link #bytes}. */
      OTHER,
      /** The end of the connection. */
      END
    }

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_BYTES);
    private int have;
    private PrefaceMessage message;

    Found read(Socket socket) throws IOException {
      for (; ; ) {
        int need = HEADER_BYTES + (have < HEADER_BYTES ? 0 : bodyLength());
        if (have >= HEADER_BYTES && (need > MAX_BYTES || buffer.get(9) != VERSION)) {
          return Found.OTHER;
        }
        if (have >= HEADER_BYTES && have == need) {
          byte[] body = new byte[need - HEADER_BYTES];
          buffer.get(HEADER_BYTES, body);
          message = new PrefaceMessage(buffer.get(8), body);
          have = 0;
          return Found.MESSAGE;
        }
        int read = socket.recv(buffer, have, need);
        if (read <= 0) {
          return read < 0 ? Found.END : Found.MORE;
        }
        have += read;
        for (int i = 0; i < Math.min(have, MAGIC.length); i++) {
          if (buffer.get(i) != MAGIC[i]) {
            return Found.OTHER;
          }
        }
      }
    }

    private int bodyLength() {
      return buffer.getShort(10) & 0xffff;
    }

    boolean isEmpty() {
      return have == 0;
    }

    PrefaceMessage message() {
      return message;
    }

    /** What was read of something that is no message, or {@code null} where that is nothing. */
    ByteBuf bytes() {
      return have == 0 ? null : Unpooled.copiedBuffer(buffer.duplicate().position(0).limit(have));
    }
  }
}
