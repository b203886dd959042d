package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledUnsafeDirectByteBuf;
import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRequestParams;

/**
 * The memory of a worker's rendezvous: warm blocks of a power of two from 32 KiB to 1 MiB, on RDMA
 * lanes each registered once with the NIC. Taken on the loop's thread, given back by whichever
 * thread releases the buffer last. Bounded: beyond the bound buffers are fresh and unregistered,
 * which is slower and no less right.
 */
final class BulkPool {
  private static final int MIN_SHIFT = 15;
  private static final int MAX_SHIFT = 20;

  /** System property: bytes of pooled memory for each event loop and lane, 64 MiB by default. */
  static final String PROPERTY = "io.sluice.transport.ucx.pool";

  private static final long MAX_BYTES = Long.getLong(PROPERTY, 64L << 20);

  private final Lane lane;
  private final ConcurrentLinkedQueue<Block>[] free;
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closed;

  @SuppressWarnings({"unchecked", "rawtypes"})
  BulkPool(Lane lane) {
    this.lane = lane;
    free = new ConcurrentLinkedQueue[MAX_SHIFT - MIN_SHIFT + 1];
    for (int i = 0; i < free.length; i++) {
      free[i] = new ConcurrentLinkedQueue();
    }
  }

  /** A buffer with room for at least {@code length} bytes, at most {@link Frame#MAX_BULK}. */
  ByteBuf take(int length) {
    int shift = Math.max(MIN_SHIFT, 32 - Integer.numberOfLeadingZeros(length - 1));
    Block block = free[shift - MIN_SHIFT].poll();
    if (block == null) {
      int size = 1 << shift;
      if (bytes.addAndGet(size) > MAX_BYTES) {
        bytes.addAndGet(-size);
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(length);
      }
      block = new Block(shift - MIN_SHIFT, ByteBuffer.allocateDirect(size));
      if (lane == Lane.RDMA) {
        block.register(lane);
      }
    }
    return PlatformDependent.hasUnsafe() ? new UnsafeBuffer(this, block) : new Buffer(this, block);
  }

  /** What a request on this buffer passes to UCX, or {@code null} where it is not registered. */
  static UcpRequestParams params(ByteBuf buffer) {
    if (buffer instanceof UnsafeBuffer unsafe) {
      return unsafe.block.params;
    }
    return buffer instanceof Buffer safe ? safe.block.params : null;
  }

  private void giveBack(Block block) {
    free[block.sizeClass].add(block);
    if (closed) {
      close();
    }
  }

  /** Lets go of what is free; what is in use goes when it is released. */
  void close() {
    closed = true;
    for (ConcurrentLinkedQueue<Block> queue : free) {
      Block block;
      while ((block = queue.poll()) != null) {
        block.deregister();
      }
    }
  }

  private static final class Block {
    private final int sizeClass;
    private final ByteBuffer memory;
    private UcpMemory registration;
    private UcpRequestParams params;

    Block(int sizeClass, ByteBuffer memory) {
      this.sizeClass = sizeClass;
      this.memory = memory;
    }

    void register(Lane lane) {
      try {
        registration =
            Domain.of(lane)
                .context()
                .memoryMap(
                    new UcpMemMapParams()
                        .setAddress(UcxUtils.getAddress(memory))
                        .setLength(memory.capacity())
                        .setMemoryType(UcxWorker.HOST_MEMORY));
        params =
            new UcpRequestParams()
                .setMemoryType(UcxWorker.HOST_MEMORY)
                .setMemoryHandle(registration);
      } catch (UcxException e) {
        // Past the limit of locked memory: UCX registers it for each use, or sends in fragments.
        registration = null;
      }
    }

    void deregister() {
      if (registration != null) {
        registration.deregister();
        registration = null;
      }
    }
  }

  private static final class UnsafeBuffer extends UnpooledUnsafeDirectByteBuf {
    private final BulkPool pool;
    private final Block block;

    UnsafeBuffer(BulkPool pool, Block block) {
      super(UnpooledByteBufAllocator.DEFAULT, block.memory, block.memory.capacity());
      this.pool = pool;
      this.block = block;
      clear();
    }

    @Override
    protected void deallocate() {
      // The memory is the pool's: there is nothing of the superclass's to free.
      pool.giveBack(block);
    }
  }

  private static final class Buffer extends UnpooledDirectByteBuf {
    private final BulkPool pool;
    private final Block block;

    Buffer(BulkPool pool, Block block) {
      super(UnpooledByteBufAllocator.DEFAULT, block.memory, block.memory.capacity());
      this.pool = pool;
      this.block = block;
      clear();
    }

    @Override
    protected void deallocate() {
      pool.giveBack(block);
    }
  }
}
