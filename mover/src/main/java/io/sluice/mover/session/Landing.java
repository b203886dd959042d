package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Where a channel's reads land: one buffer, used again and again while it is warm, in place of one
 * from the pool for each read. Who has not written away what landed last <em>holds</em> the buffer;
 * the next read then lands behind it, so that many small reads become one large write. The buffer
 * is small until the peer has proved its key.
 *
 * <p>On the channel's event loop only.
 */
final class Landing extends DefaultMaxMessagesRecvByteBufAllocator {
  /** Bytes before the peer is known: more than a hello. */
  private static final int SMALL = 8 << 10;

  /** With less room than this behind what is held, it is time to write. */
  private static final int LEAST_ROOM = 4 << 10;

  private int size = SMALL;
  private ByteBuf buffer;
  private int filled;
  private boolean held;
  private boolean closed;

  Landing() {
    // After some reads the loop goes on to its other channels.
    super(8);
  }

  /** Reads into a buffer of this many bytes from now on. Nothing may be held. */
  void grow(int bytes) {
    size = bytes;
    drop();
  }

  /** Whether bytes that landed are still needed where they are. */
  void hold(boolean value) {
    held = value;
  }

  /** Whether the buffer is so full that what is held should be written now. */
  boolean isFull() {
    return size - filled < LEAST_ROOM;
  }

  /** Where in memory the buffer begins, or 0 where there is none. */
  long address() {
    return buffer == null || !buffer.hasMemoryAddress() ? 0 : buffer.memoryAddress();
  }

  /** The buffer itself, or {@code null}. */
  ByteBuf buffer() {
    return buffer;
  }

  /** Releases the buffer; reads that still come get one each. */
  void close() {
    closed = true;
    drop();
  }

  private void drop() {
    held = false;
    filled = 0;
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }

  private ByteBuf take(ByteBufAllocator allocator) {
    if (closed || (buffer != null && buffer.refCnt() != 1)) {
      // An earlier read is still somebody's: leave the buffer to them.
      return allocator.ioBuffer(SMALL);
    }
    if (buffer == null) {
      buffer = allocator.ioBuffer(size, size);
      filled = 0;
    }
    if (!held) {
      filled = 0;
    }
    return buffer.retainedSlice(filled, size - filled).clear();
  }

  @Override
  @SuppressWarnings("deprecation") // the interface is what channels take
  public RecvByteBufAllocator.Handle newHandle() {
    return new MaxMessageHandle() {
      @Override
      public ByteBuf allocate(ByteBufAllocator allocator) {
        return take(allocator);
      }

      @Override
      public int guess() {
        return size;
      }

      @Override
      public void lastBytesRead(int bytes) {
        if (bytes > 0) {
          filled += bytes;
        }
        super.lastBytesRead(bytes);
      }
    };
  }
}
