package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.FileRegion;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.unix.IovArray;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.SocketWritableByteChannel;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A channel's bytes over its TCP connection, where they do not go over UCX. */
final class TcpPath implements Path {
  private static final FastThreadLocal<IovArray> IOV =
      new FastThreadLocal<>() {
        @Override
        protected IovArray initialValue() {
          return new IovArray(64);
        }

        @Override
        protected void onRemoval(IovArray array) {
          array.release();
        }
      };

  private final UcxSocketChannel channel;
  private final String description;
  private ByteBuf first;
  private IOException broken;
  private RegionChannel regions;
  private boolean inputEnded;

  /**
   * @param first bytes that were read while looking for a preface, or {@code null}
   */
  TcpPath(UcxSocketChannel channel, String description, ByteBuf first) {
    this.channel = channel;
    this.description = description;
    this.first = first;
  }

  /** Bytes that were read before it came to this path, or {@code null}. */
  void first(ByteBuf bytes) {
    first = bytes;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void readWanted() {
    if (!inputEnded) {
      channel.interest(TcpChannel.IN | TcpChannel.READ_HANGUP, 0);
      if (first != null) {
        channel.eventLoop().execute(() -> read(false));
      }
    }
  }

  @Override
  public void socketReady(int events) {
    if ((events & (TcpChannel.OUT | TcpChannel.ERR)) != 0
        && channel.isInterested(TcpChannel.OUT)
        && !channel.isOutputShutdown()) {
      channel.interest(0, TcpChannel.OUT);
      channel.forceFlush();
    }
    if (channel.isOpen()
        && (events & (TcpChannel.IN | TcpChannel.READ_HANGUP | TcpChannel.HANGUP | TcpChannel.ERR))
            != 0) {
      // As with epoll's own channels, the peer's end is told also to who does not read.
      read((events & ~(TcpChannel.IN | TcpChannel.OUT)) != 0);
      if ((events & TcpChannel.READ_HANGUP) != 0) {
        channel.interest(0, TcpChannel.READ_HANGUP);
      }
    }
  }

  /**
   * @param hungUp the connection is broken: said whether anyone reads or not, as it is no use
   */
  private void read(boolean hungUp) {
    if (inputEnded || !channel.isOpen()) {
      channel.interest(0, TcpChannel.IN | TcpChannel.READ_HANGUP);
      return;
    }
    if (!channel.wantsRead() && !hungUp) {
      channel.interest(0, TcpChannel.IN);
      return;
    }
    RecvByteBufAllocator.ExtendedHandle handle = channel.readHandle();
    ChannelPipeline pipeline = channel.pipeline();
    handle.reset(channel.config());
    ByteBuf buffer = null;
    boolean end = false;
    try {
      do {
        buffer = handle.allocate(channel.alloc());
        int read = receive(handle, buffer);
        handle.lastBytesRead(read);
        if (read <= 0) {
          buffer.release();
          buffer = null;
          end = read < 0;
          break;
        }
        handle.incMessagesRead(1);
        channel.readTaken();
        ByteBuf full = buffer;
        buffer = null;
        pipeline.fireChannelRead(full);
      } while (channel.isOpen() && !inputEnded && handle.continueReading());
      handle.readComplete();
      pipeline.fireChannelReadComplete();
      if (end) {
        inputEnded(true);
      }
    } catch (IOException e) {
      if (buffer != null) {
        buffer.release();
      }
      handle.readComplete();
      pipeline.fireChannelReadComplete();
      pipeline.fireExceptionCaught(e);
      inputEnded(true);
    } finally {
      if (!channel.wantsRead()) {
        channel.interest(0, TcpChannel.IN);
      }
    }
  }

  private void inputEnded(boolean all) {
    inputEnded = true;
    channel.interest(0, TcpChannel.IN | TcpChannel.READ_HANGUP);
    channel.readTaken();
    channel.inputEnded(all);
  }

  private int receive(RecvByteBufAllocator.ExtendedHandle handle, ByteBuf buffer)
      throws IOException {
    handle.attemptedBytesRead(buffer.writableBytes());
    if (first != null) {
      int length = Math.min(first.readableBytes(), buffer.writableBytes());
      buffer.writeBytes(first, length);
      if (!first.isReadable()) {
        first.release();
        first = null;
      }
      return length + Math.max(0, receiveBehind(buffer));
    }
    if (broken != null) {
      throw broken;
    }
    return receive(buffer);
  }

  /**
   * What the socket has behind the first bytes: whoever sent both at once has them read at once.
   */
  private int receiveBehind(ByteBuf buffer) {
    if (!buffer.isWritable()) {
      return 0;
    }
    try {
      return receive(buffer);
    } catch (IOException e) {
      // The kernel tells it once: it is for the read that has nothing else to bring.
      broken = e;
      return 0;
    }
  }

  private int receive(ByteBuf buffer) throws IOException {
    int index = buffer.writerIndex();
    int read;
    if (buffer.hasMemoryAddress()) {
      read = channel.socket().recvAddress(buffer.memoryAddress(), index, buffer.capacity());
    } else {
      ByteBuffer nio = buffer.internalNioBuffer(index, buffer.writableBytes());
      read = channel.socket().recv(nio, nio.position(), nio.limit());
    }
    if (read > 0) {
      buffer.writerIndex(index + read);
    }
    return read;
  }

  @Override
  public void write(ChannelOutboundBuffer in) throws Exception {
    int spins = channel.config().getWriteSpinCount();
    while (!in.isEmpty()) {
      if (spins-- <= 0) {
        channel.eventLoop().execute(channel::forceFlush);
        return;
      }
      Object message = in.current();
      boolean written =
          message instanceof FileRegion region ? writeRegion(in, region) : writeBuffers(in);
      if (!written) {
        channel.interest(TcpChannel.OUT, 0);
        return;
      }
    }
  }

  private boolean writeBuffers(ChannelOutboundBuffer in) throws Exception {
    IovArray array = IOV.get();
    array.clear();
    in.forEachFlushedMessage(array);
    if (array.count() == 0) {
      // Empty buffers only.
      in.removeBytes(0);
      return true;
    }
    long written = channel.socket().writevAddresses(array.memoryAddress(0), array.count());
    if (written > 0) {
      in.removeBytes(written);
    }
    return written > 0;
  }

  private boolean writeRegion(ChannelOutboundBuffer in, FileRegion region) throws IOException {
    if (region.transferred() >= region.count()) {
      in.remove();
      return true;
    }
    if (regions == null) {
      regions = new RegionChannel(channel);
    }
    regions.full = false;
    long written = region.transferTo(regions, region.transferred());
    if (written > 0) {
      in.progress(written);
      if (region.transferred() >= region.count()) {
        in.remove();
      }
      return true;
    }
    if (!regions.full) {
      throw new IOException(
          "the file ends before the region of " + region.count() + " bytes that was to be sent");
    }
    return false;
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.socket().shutdown(false, true);
  }

  @Override
  public void shutdownInput() throws IOException {
    inputEnded = true;
    channel.socket().shutdown(true, false);
  }

  @Override
  public void close() {
    if (first != null) {
      first.release();
      first = null;
    }
    channel.closeSocket(false);
  }

  private static final class RegionChannel extends SocketWritableByteChannel {
    private final UcxSocketChannel channel;
    private final Socket socket;
    private boolean full;

    RegionChannel(UcxSocketChannel channel) {
      super(channel.socket());
      this.channel = channel;
      this.socket = channel.socket();
    }

    @Override
    protected int write(ByteBuffer source, int from, int to) throws IOException {
      int written = socket.send(source, from, to);
      full = written == 0;
      return written;
    }

    @Override
    protected io.netty.buffer.ByteBufAllocator alloc() {
      return channel.alloc();
    }
  }
}
