package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.FileRegion;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannelUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.StringUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;

/**
 * A TCP connection that goes on over UCX where both sides can and may, and else over TCP: see
 * {@link UcxChannelOption}. A client's connect is done when TCP's is; with {@link
 * UcxChannelOption#UCX_REQUIRED}, when it goes over UCX. What is written before waits.
 *
 * <p>To its users it is a TCP channel: order, half close, {@code AUTO_READ}, watermarks and the
 * rest are as with epoll. What was written and flushed before {@code close()} arrives, also where
 * it is still on its way then. A peer that dies is told by {@code exceptionCaught} and {@code
 * channelInactive}. An upgraded channel stays on its event loop.
 */
public final class UcxSocketChannel extends TcpChannel implements SocketChannel {
  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

  private final UcxSocketChannelConfig config;
  private volatile Path path;
  private ChannelPromise connectPromise;
  private Future<?> connectTimeout;
  private SocketAddress requestedRemote;
  private volatile boolean inputShutdown;
  private volatile boolean outputShutdown;
  private boolean inputEndTold;

  /** Makes a channel that is not connected yet. */
  public UcxSocketChannel() {
    super(null, Socket.newSocketStream());
    config = new UcxSocketChannelConfig(this);
  }

  UcxSocketChannel(UcxServerSocketChannel parent, Socket socket, InetSocketAddress remote) {
    super(parent, socket);
    config = new UcxSocketChannelConfig(this);
    addresses(socket.localAddress(), remote);
    active = true;
  }

  /** What carries its bytes at the moment, for people. */
  String path() {
    Path now = path;
    return now == null ? "not connected" : now.description();
  }

  Path currentPath() {
    return path;
  }

  boolean isUpgraded() {
    return path instanceof UcxPath;
  }

  boolean isOn(Path other) {
    return path == other;
  }

  // Registration.

  @Override
  void registered() {
    if (path == null && active) {
      path = firstPath();
      if (path instanceof ServerPreface) {
        interest(IN, 0);
      }
    }
  }

  private Path firstPath() {
    if (config.key() != null || config.trusted().contains(remoteAddress().getAddress())) {
      return new ServerPreface(this);
    }
    return notConfigured();
  }

  private Path notConfigured() {
    PrefaceException reason =
        new PrefaceException(
            Fallback.NOT_CONFIGURED, "no key is set and the peer's address is not trusted");
    Upgrades.stayed(reason);
    return new TcpPath(this, "TCP, because " + reason.getMessage(), null);
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    if (isUpgraded()) {
      // Its worker and the peer's endpoint to it are bound to that loop's thread.
      promise.setFailure(
          new IllegalStateException("a channel over UCX cannot be registered once more"));
    } else {
      super.doRegister(promise);
    }
  }

  @Override
  protected void doDeregister() {
    // A path that outlives the channel takes the socket out of epoll itself.
    if (!isUpgraded() && !(path instanceof ServerPreface && !isOpen())) {
      super.doDeregister();
    }
  }

  // Connecting.

  private void connected() throws IOException {
    interest(0, OUT);
    InetSocketAddress actual = socket().remoteAddress();
    addresses(
        socket().localAddress(),
        requestedRemote instanceof InetSocketAddress requested
            ? UnixChannelUtil.computeRemoteAddr(requested, actual)
            : actual);
    SecretKey key = config.key();
    if (key == null && !config.trusted().contains(remoteAddress().getAddress())) {
      PrefaceException reason =
          new PrefaceException(
              Fallback.NOT_CONFIGURED, "no key is set and the peer's address is not trusted");
      if (config.isRequired()) {
        throw new IOException("UCX is required, but " + reason.getMessage(), reason);
      }
      switchTo(notConfigured());
      return;
    }
    PrefaceException obstacle = Preface.obstacle(this);
    ClientPreface preface = new ClientPreface(this, key);
    path = preface;
    if (obstacle != null) {
      preface.stay(obstacle, null);
      return;
    }
    preface.start();
    if (!config.isRequired()) {
      activate();
    }
  }

  /** A client's connect is done. */
  private void activate() {
    active = true;
    endConnecting();
    ChannelPromise promise = connectPromise;
    connectPromise = null;
    // Its listeners may close the channel, which was active all the same.
    boolean opened = isActive();
    boolean told = promise != null && promise.trySuccess();
    if (opened) {
      pipeline().fireChannelActive();
    }
    if (!told) {
      unsafe().close(unsafe().voidPromise());
    }
  }

  /** The bytes go another way from here on. The first time, a client's connect is done. */
  void switchTo(Path next) {
    path = next;
    if (next instanceof UcxPath) {
      interest(IN, OUT);
    } else if (!readPending) {
      interest(0, IN);
    }
    if (!active) {
      activate();
    } else {
      try {
        if (readPending) {
          next.readWanted();
        }
      } catch (IOException e) {
        fail(e);
        return;
      }
      forceFlush();
    }
  }

  /** The connection is of no use: fails the connect, or closes with an exception. */
  void refuse(IOException cause) {
    if (!active) {
      connectFailed(cause);
    } else {
      fail(cause);
    }
  }

  private void connectFailed(Throwable cause) {
    endConnecting();
    ChannelPromise promise = connectPromise;
    connectPromise = null;
    if (promise != null) {
      promise.tryFailure(((ConnectionUnsafe) unsafe()).annotated(cause, requestedRemote));
    }
    unsafe().close(unsafe().voidPromise());
  }

  private void endConnecting() {
    if (connectTimeout != null) {
      connectTimeout.cancel(false);
      connectTimeout = null;
    }
  }

  // The socket and the path.

  @Override
  void socketReady(int events) {
    Path now = path;
    if (now != null) {
      now.socketReady(events);
    } else if (connectPromise != null) {
      try {
        if (socket().finishConnect()) {
          connected();
        }
      } catch (IOException e) {
        connectFailed(e);
      }
    }
  }

  @Override
  protected void doBeginRead() throws Exception {
    readPending = true;
    if (path != null) {
      path.readWanted();
    }
  }

  RecvByteBufAllocator.ExtendedHandle readHandle() {
    return (RecvByteBufAllocator.ExtendedHandle) unsafe().recvBufAllocHandle();
  }

  boolean wantsRead() {
    return readPending;
  }

  void readTaken() {
    readPending = false;
  }

  void clearReadPending() {
    readPending = false;
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer in) throws Exception {
    path.write(in);
  }

  /** Goes on with writing what could not be written before. */
  void forceFlush() {
    ((ConnectionUnsafe) unsafe()).resumeFlush();
  }

  @Override
  protected Object filterOutboundMessage(Object message) {
    if (message instanceof ByteBuf buffer) {
      if (!UnixChannelUtil.isBufferCopyNeededForWrite(buffer)
          || (isUpgraded() && buffer.readableBytes() < Lane.SHARED_MEMORY.rendezvousThreshold)) {
        return buffer;
      }
      ByteBuf direct = alloc().directBuffer(buffer.readableBytes());
      direct.writeBytes(buffer, buffer.readerIndex(), buffer.readableBytes());
      buffer.release();
      return direct;
    }
    if (message instanceof FileRegion) {
      return message;
    }
    throw new UnsupportedOperationException(
        "unsupported message type: "
            + StringUtil.simpleClassName(message)
            + " (expected: ByteBuf, FileRegion)");
  }

  int rendezvousThreshold(Lane lane) {
    int set = config.rendezvousThreshold();
    return set > 0 ? set : lane.rendezvousThreshold;
  }

  // The ends.

  /** The peer has ended its side and every byte before was read. */
  void inputEnded(boolean all) {
    if (!inputShutdown) {
      inputShutdown = true;
      if (!config.isAllowHalfClosure()) {
        unsafe().close(unsafe().voidPromise());
        return;
      }
      pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }
    if (all && !inputEndTold) {
      inputEndTold = true;
      pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
    }
  }

  /** The connection is lost: tells the cause and closes. */
  void fail(IOException cause) {
    if (isOpen()) {
      pipeline().fireExceptionCaught(cause);
      unsafe().close(unsafe().voidPromise());
    }
  }

  /** Whether closing must reset the connection, as {@code SO_LINGER} 0 asks for. */
  boolean resetsOnClose() {
    return socket().isOpen() && config.getSoLinger() == 0;
  }

  /** Lets the kernel ask every second whether the peer's host is there, and give up after 5. */
  void keepAlive() {
    try {
      config.setKeepAlive(true);
      config.setOption(EpollChannelOption.TCP_KEEPIDLE, 1);
      config.setOption(EpollChannelOption.TCP_KEEPINTVL, 1);
      config.setOption(EpollChannelOption.TCP_KEEPCNT, 4);
      config.setOption(EpollChannelOption.TCP_USER_TIMEOUT, 5_000);
    } catch (ChannelException e) {
      // The connection is broken already, which its next event tells.
    }
  }

  /** No more events of the socket. */
  void ignoreSocket() {
    cancelRegistration();
  }

  /** The last the path does. */
  void closeSocket(boolean reset) {
    try {
      if (reset && socket().isOpen()) {
        config.setSoLinger(0);
      }
    } catch (RuntimeException e) {
      // A socket that is broken already takes no options.
    }
    try {
      closeDescriptor();
    } catch (IOException e) {
      // The descriptor is closed all the same.
    }
  }

  @Override
  protected void doClose() throws Exception {
    open = false;
    active = false;
    inputEndTold = true;
    endConnecting();
    ChannelPromise promise = connectPromise;
    connectPromise = null;
    if (promise != null) {
      promise.tryFailure(new ClosedChannelException());
    }
    if (path != null) {
      path.close();
    } else {
      closeSocket(false);
    }
  }

  void shutdownPathOutput() {
    try {
      path.shutdownOutput();
    } catch (IOException e) {
      fail(e);
    }
  }

  @Override
  protected void doShutdownOutput() throws Exception {
    if (path == null || !isActive()) {
      throw new NotYetConnectedException();
    }
    outputShutdown = true;
    path.shutdownOutput();
  }

  @Override
  public ChannelFuture shutdownOutput(ChannelPromise promise) {
    onLoop(() -> afterPreface(() -> ((AbstractUnsafe) unsafe()).shutdownOutput(promise)));
    return promise;
  }

  @Override
  public ChannelFuture shutdownInput(ChannelPromise promise) {
    onLoop(
        () -> {
          try {
            if (!isOpen()) {
              throw new ClosedChannelException();
            }
            if (path == null || !isActive()) {
              throw new NotYetConnectedException();
            }
            inputShutdown = true;
            path.shutdownInput();
            promise.setSuccess();
          } catch (Exception e) {
            promise.setFailure(e);
          }
        });
    return promise;
  }

  @Override
  public ChannelFuture shutdown(ChannelPromise promise) {
    shutdownOutput()
        .addListener(
            output ->
                shutdownInput()
                    .addListener(
                        input -> {
                          Throwable cause = output.cause() != null ? output.cause() : input.cause();
                          if (cause == null) {
                            promise.setSuccess();
                          } else {
                            promise.setFailure(cause);
                          }
                        }));
    return promise;
  }

  /** Ends of the output stay behind what the preface holds back. */
  private void afterPreface(Runnable task) {
    if (path instanceof Preface preface && preface.isHolding()) {
      preface.afterwards(task);
    } else {
      task.run();
    }
  }

  private void onLoop(Runnable task) {
    if (eventLoop().inEventLoop()) {
      task.run();
    } else {
      eventLoop().execute(task);
    }
  }

  @Override
  public boolean isInputShutdown() {
    return inputShutdown || !isOpen();
  }

  @Override
  public boolean isOutputShutdown() {
    return outputShutdown || !isOpen();
  }

  @Override
  public boolean isShutdown() {
    return isInputShutdown() && isOutputShutdown();
  }

  @Override
  public ChannelFuture shutdownInput() {
    return shutdownInput(newPromise());
  }

  @Override
  public ChannelFuture shutdownOutput() {
    return shutdownOutput(newPromise());
  }

  @Override
  public ChannelFuture shutdown() {
    return shutdown(newPromise());
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  @Override
  public UcxSocketChannelConfig config() {
    return config;
  }

  @Override
  public ServerSocketChannel parent() {
    return (ServerSocketChannel) super.parent();
  }

  @Override
  public InetSocketAddress localAddress() {
    return (InetSocketAddress) super.localAddress();
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return (InetSocketAddress) super.remoteAddress();
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new ConnectionUnsafe();
  }

  private final class ConnectionUnsafe extends SocketUnsafe {
    @Override
    public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
      if (promise.isDone() || !ensureOpen(promise)) {
        return;
      }
      if (connectPromise != null) {
        promise.tryFailure(annotateConnectException(new ConnectionPendingException(), remote));
        return;
      }
      if (active) {
        promise.tryFailure(annotateConnectException(new AlreadyConnectedException(), remote));
        return;
      }
      try {
        checkResolved(remote);
        checkResolved(local);
        if (local != null) {
          socket().bind(local);
        }
        requestedRemote = remote;
        connectPromise = promise;
        boolean done = socket().connect(remote);
        addresses(socket().localAddress(), null);
        limitConnect(remote);
        promise.addListener(
            future -> {
              if (future.isCancelled()) {
                connectPromise = null;
                close(voidPromise());
              }
            });
        if (done) {
          connected();
        } else {
          interest(OUT, 0);
        }
      } catch (Exception e) {
        connectPromise = promise;
        connectFailed(e);
      }
    }

    private void limitConnect(SocketAddress remote) {
      int millis = config.getConnectTimeoutMillis();
      if (millis > 0) {
        connectTimeout =
            eventLoop()
                .schedule(
                    () -> {
                      connectTimeout = null;
                      connectFailed(
                          new ConnectTimeoutException(
                              "connection timed out after " + millis + " ms: " + remote));
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
      }
    }

    Throwable annotated(Throwable cause, SocketAddress remote) {
      return annotateConnectException(cause, remote);
    }

    @Override
    public void close(ChannelPromise promise) {
      if (isActive() && !resetsOnClose()) {
        afterPreface(() -> super.close(promise));
      } else {
        super.close(promise);
      }
    }

    @Override
    protected void flush0() {
      // While the socket is full, epoll tells when to go on.
      if (!isInterested(OUT)) {
        super.flush0();
      }
    }

    void resumeFlush() {
      super.flush0();
    }
  }
}
