package io.sluice.transport.ucx;

import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.channel.unix.NativeInetAddress;
import io.netty.channel.unix.Socket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A TCP listener whose connections can be upgraded to UCX. Peers that may not or can not are plain
 * TCP on the same port; see {@link UcxChannelOption}, whose options are set as child options.
 */
public final class UcxServerSocketChannel extends TcpChannel implements ServerSocketChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

  private final UcxServerSocketChannelConfig config;

  /** Makes a listener that is not bound yet. */
  public UcxServerSocketChannel() {
    super(null, Socket.newSocketStream());
    config = new UcxServerSocketChannelConfig(this);
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  @Override
  public ServerSocketChannelConfig config() {
    return config;
  }

  @Override
  public InetSocketAddress localAddress() {
    return (InetSocketAddress) super.localAddress();
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return null;
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new ListenerUnsafe();
  }

  @Override
  protected void doBind(SocketAddress address) throws Exception {
    super.doBind(address);
    socket().listen(config.getBacklog());
    active = true;
  }

  @Override
  protected void doBeginRead() {
    readPending = true;
    interest(IN, 0);
  }

  void clearReadPending() {
    readPending = false;
    interest(0, IN);
  }

  @Override
  protected void doClose() throws Exception {
    open = false;
    active = false;
    closeDescriptor();
  }

  @Override
  void socketReady(int events) {
    if (!isActive()) {
      return;
    }
    RecvByteBufAllocator.ExtendedHandle handle =
        (RecvByteBufAllocator.ExtendedHandle) unsafe().recvBufAllocHandle();
    ChannelPipeline pipeline = pipeline();
    handle.reset(config);
    handle.attemptedBytesRead(1);
    byte[] peer = new byte[25];
    Throwable failure = null;
    try {
      do {
        int fd = socket().accept(peer);
        handle.lastBytesRead(fd == -1 ? -1 : 1);
        if (fd == -1) {
          break;
        }
        handle.incMessagesRead(1);
        readPending = false;
        pipeline.fireChannelRead(
            new UcxSocketChannel(
                this, new Socket(fd), NativeInetAddress.address(peer, 1, peer[0])));
      } while (isOpen() && handle.continueReading());
    } catch (Exception e) {
      failure = e;
    }
    handle.readComplete();
    pipeline.fireChannelReadComplete();
    if (failure != null) {
      pipeline.fireExceptionCaught(failure);
    }
    if (!readPending && !config.isAutoRead()) {
      interest(0, IN);
    }
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer in) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected Object filterOutboundMessage(Object message) {
    throw new UnsupportedOperationException();
  }

  private final class ListenerUnsafe extends SocketUnsafe {
    @Override
    public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
      promise.setFailure(new UnsupportedOperationException());
    }
  }
}
