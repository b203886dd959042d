package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openucx.jucx.UcxUtils;

/**
 * Reads memory that UCX lends for the time of a callback. With Netty's unsafe access it allocates
 * nothing; without it (JDK 24 and newer, unless allowed) each access makes a short-lived view.
 */
final class NativeBytes {
  private static final boolean DIRECT =
      PlatformDependent.hasUnsafe() && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private NativeBytes() {}

  static long getLong(long address) {
    return DIRECT ? PlatformDependent.getLong(address) : view(address, 8).getLong(0);
  }

  static int getInt(long address) {
    return DIRECT ? PlatformDependent.getInt(address) : view(address, 4).getInt(0);
  }

  static int getByte(long address) {
    return DIRECT ? PlatformDependent.getByte(address) : view(address, 1).get(0);
  }

  /** Appends {@code length} bytes at {@code address} to {@code target}, which has room for them. */
  static void append(long address, int length, ByteBuf target) {
    if (DIRECT && target.hasMemoryAddress()) {
      int index = target.writerIndex();
      PlatformDependent.copyMemory(address, target.memoryAddress() + index, length);
      target.writerIndex(index + length);
    } else {
      target.writeBytes(view(address, length));
    }
  }

  /** The address of the readable bytes, or 0 where they are not in one piece of native memory. */
  static long addressOf(ByteBuf buffer) {
    if (buffer.hasMemoryAddress()) {
      return buffer.memoryAddress() + buffer.readerIndex();
    }
    if (buffer.isDirect() && buffer.nioBufferCount() == 1) {
      return UcxUtils.getAddress(
          buffer.internalNioBuffer(buffer.readerIndex(), buffer.readableBytes()));
    }
    return 0;
  }

  private static ByteBuffer view(long address, int length) {
    return UcxUtils.getByteBufferView(address, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
