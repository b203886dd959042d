package io.sluice.transport.ucx;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;

/**
 * Watches the process behind a shared memory endpoint by a pidfd, which becomes readable when it
 * has ended: only then is it certain that it no longer reads this process's memory.
 */
final class PeerProcess implements EpollIoHandle {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(PeerProcess.class);
  private static final int SYS_PIDFD_OPEN = 434;

  private final UcxWorker worker;
  private final PeerEndpoint endpoint;
  private final FileDescriptor pidfd;
  private IoRegistration registration;

  private PeerProcess(UcxWorker worker, PeerEndpoint endpoint, FileDescriptor pidfd) {
    this.worker = worker;
    this.endpoint = endpoint;
    this.pidfd = pidfd;
  }

  /** Begins to watch, where the endpoint's lane is shared memory and the peer another process. */
  static void watch(UcxWorker worker, PeerEndpoint endpoint) {
    PeerFacts peer = endpoint.facts();
    try {
      if (worker.lane() != Lane.SHARED_MEMORY || PeerFacts.own().isSameProcess(peer)) {
        return;
      }
      Function syscall = NativeLibrary.getInstance("c").getFunction("syscall");
      int fd = syscall.invokeInt(new Object[] {(long) SYS_PIDFD_OPEN, (long) peer.pid(), 0L});
      if (fd < 0) {
        throw new IOException("pidfd_open failed");
      }
      PeerProcess process = new PeerProcess(worker, endpoint, new FileDescriptor(fd));
      if (PeerFacts.startTime(peer.pid()) != peer.startTime()) {
        process.close();
        throw new IOException("pid " + peer.pid() + " is another process by now");
      }
      process.registration = worker.handler().registerDescriptor(process);
      process.registration.submit(EpollIoOps.EPOLLIN);
      endpoint.watch(process);
    } catch (Exception e) {
      // Its memory is then held until the worker is closed.
      logger.debug("The peer's process {} cannot be watched", peer.pid(), e);
    }
  }

  @Override
  public FileDescriptor fd() {
    return pidfd;
  }

  @Override
  public void handle(IoRegistration registered, IoEvent event) {
    close();
    worker.peerGone(endpoint);
  }

  @Override
  public void close() {
    if (registration != null) {
      registration.cancel();
      registration = null;
    }
    try {
      if (pidfd.isOpen()) {
        pidfd.close();
      }
    } catch (IOException e) {
      logger.debug("A pidfd could not be closed", e);
    }
  }
}
