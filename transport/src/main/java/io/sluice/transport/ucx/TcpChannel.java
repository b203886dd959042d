package io.sluice.transport.ucx;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.UnresolvedAddressException;

/** A TCP socket on epoll: what listeners and connections have in common. */
abstract class TcpChannel extends AbstractChannel implements UnixChannel {
  static final int IN = 0x1;
  static final int OUT = 0x4;
  static final int ERR = 0x8;
  static final int HANGUP = 0x10;
  static final int READ_HANGUP = 0x2000;

  private final Socket socket;
  private IoRegistration registration;
  private volatile UcxIoHandler handler;
  private int interest;
  private volatile InetSocketAddress local;
  private volatile InetSocketAddress remote;

  // Written on the loop's thread.
  volatile boolean active;
  volatile boolean open = true;
  boolean readPending;

  TcpChannel(Channel parent, Socket socket) {
    super(parent);
    this.socket = socket;
  }

  final Socket socket() {
    return socket;
  }

  /** The handler of the loop that this channel is on, or {@code null} where that is not UCX's. */
  final UcxIoHandler handler() {
    return handler;
  }

  final void addresses(InetSocketAddress localAddress, InetSocketAddress remoteAddress) {
    local = localAddress;
    remote = remoteAddress;
  }

  /** Events of the socket, as epoll's bits. */
  abstract void socketReady(int events);

  // What epoll is asked for.

  final boolean isInterested(int flag) {
    return (interest & flag) != 0;
  }

  final void interest(int add, int remove) {
    int wanted = (interest | add) & ~remove;
    if (wanted != interest) {
      interest = wanted;
      submit();
    }
  }

  private void submit() {
    // ERR is reported anyway; an empty set would take the socket out of epoll for good.
    if (registration != null && registration.isValid()) {
      registration.submit(EpollIoOps.valueOf(interest | ERR));
    }
  }

  /** Takes the socket out of epoll. */
  final void cancelRegistration() {
    if (registration != null) {
      registration.cancel();
      registration = null;
    }
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    ((IoEventLoop) eventLoop())
        .register((SocketUnsafe) unsafe())
        .addListener(
            future -> {
              if (future.isSuccess()) {
                registration = (IoRegistration) future.getNow();
                if (interest != 0) {
                  submit();
                }
                registered();
                promise.setSuccess();
              } else {
                promise.setFailure(future.cause());
              }
            });
  }

  /** It is on a loop now. */
  void registered() {}

  @Override
  protected void doDeregister() {
    cancelRegistration();
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof IoEventLoop io && io.isCompatible(SocketUnsafe.class);
  }

  @Override
  public final FileDescriptor fd() {
    return socket;
  }

  @Override
  public final boolean isOpen() {
    return open;
  }

  @Override
  public final boolean isActive() {
    return active && open;
  }

  @Override
  protected final SocketAddress localAddress0() {
    return local;
  }

  @Override
  protected final SocketAddress remoteAddress0() {
    return remote;
  }

  @Override
  protected void doBind(SocketAddress address) throws Exception {
    checkResolved(address);
    socket.bind(address);
    local = socket.localAddress();
  }

  static void checkResolved(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.isUnresolved()) {
      throw new UnresolvedAddressException();
    }
  }

  @Override
  protected void doDisconnect() throws Exception {
    doClose();
  }

  final void closeDescriptor() throws IOException {
    cancelRegistration();
    socket.close();
  }

  /** The socket's handle in epoll. */
  abstract class SocketUnsafe extends AbstractUnsafe implements UcxIoHandle {
    @Override
    public final FileDescriptor fd() {
      return socket;
    }

    @Override
    public final void attached(UcxIoHandler to) {
      handler = to;
    }

    @Override
    public final void handle(IoRegistration registered, IoEvent event) {
      socketReady(((EpollIoEvent) event).ops().value());
    }

    @Override
    public final void close() {
      close(voidPromise());
    }
  }
}
