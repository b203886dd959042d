package io.sluice.transport.ucx;

import io.netty.channel.epoll.EpollIoHandle;

/** A handle that wants to know the UCX handler of the loop that it was registered with. */
interface UcxIoHandle extends EpollIoHandle {
  void attached(UcxIoHandler handler);

  @Override
  void close();
}
