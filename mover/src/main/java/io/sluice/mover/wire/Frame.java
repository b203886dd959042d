package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header that begins every frame, 32 bytes in network order:
 *
 * <pre>
 *  0       1       2               4                               8
 * +-------+-------+---------------+-------------------------------+
 * | type  | flags | reserved = 0  | length of the payload         |
 * +-------+-------+---------------+-------------------------------+
 * | id: the file, or what the type says                           |
 * +---------------------------------------------------------------+
 * | offset: bytes into the file, or what the type says            |
 * +-------------------------------+-------------------------------+
 * | aux: what the type says       | CRC32C of the 28 bytes before |
 * +-------------------------------+-------------------------------+
 * | payload, then its CRC32C in 4 bytes where length is not 0     |
 * </pre>
 *
 * The header has a checksum of its own because a wrong offset must be found before the first byte
 * is written there, and a wrong length before it is waited for.
 *
 * @param type what it is: see {@link Type}
 * @param flags see {@link #REQUIRED}
 * @param length bytes of payload
 * @param id the file it is about
 * @param offset position in that file
 * @param aux a small number, by type
 */
public record Frame(int type, int flags, int length, long id, long offset, int aux) {
  /** Bytes of a header. */
  public static final int HEADER = 32;

  /** Bytes of the checksum behind a payload. */
  public static final int TRAILER = 4;

  /** Flag: who does not know this type can't go on. Frames without it are skipped when unknown. */
  public static final int REQUIRED = 1;

  private static final int CHECKED = 28;

  /** Thrown where the bytes are no header. */
  public static final class CorruptException extends Exception {
    private static final long serialVersionUID = 1;

    CorruptException(String message) {
      super(message);
    }
  }

  /** Writes a header. */
  public static void write(
      ByteBuf out, int type, int flags, int length, long id, long offset, int aux) {
    int start = out.writerIndex();
    out.writeByte(type);
    out.writeByte(flags);
    out.writeShort(0);
    out.writeInt(length);
    out.writeLong(id);
    out.writeLong(offset);
    out.writeInt(aux);
    out.writeInt(crc(out, start, CHECKED));
  }

  /**
   * Reads a header of which all bytes are there.
   *
   * @throws CorruptException where its checksum does not match
   */
  public static Frame read(ByteBuf in) throws CorruptException {
    int start = in.readerIndex();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    in.skipBytes(2);
    int length = in.readInt();
    long id = in.readLong();
    long offset = in.readLong();
    int aux = in.readInt();
    if (in.readInt() != crc(in, start, CHECKED)) {
      throw new CorruptException("a frame's header arrived damaged");
    }
    if (length < 0) {
      throw new CorruptException("a frame claims 2 GiB or more");
    }
    return new Frame(type, flags, length, id, offset, aux);
  }

  /** CRC32C of a range of a buffer. */
  public static int crc(ByteBuf buffer, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.internalNioBuffer(start, length));
    return (int) crc.getValue();
  }

  /** Adds the buffer's remaining bytes, which stay readable. */
  public static void update(CRC32C crc, ByteBuffer bytes) {
    int position = bytes.position();
    crc.update(bytes);
    bytes.position(position);
  }

  /** Whether it is required. */
  public boolean isRequired() {
    return (flags & REQUIRED) != 0;
  }
}
