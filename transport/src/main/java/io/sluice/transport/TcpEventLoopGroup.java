package io.sluice.transport;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Event loops that give a channel what a bootstrap's options can't hold, before it is registered
 * and so before it connects or listens.
 */
final class TcpEventLoopGroup extends MultiThreadIoEventLoopGroup {
  TcpEventLoopGroup(int threads, ThreadFactory threadFactory, IoHandlerFactory handlers) {
    super(threads, threadFactory, handlers);
  }

  @Override
  protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... args) {
    return new Loop(this, executor, handlers);
  }

  private static final class Loop extends SingleThreadIoEventLoop {
    Loop(TcpEventLoopGroup group, Executor executor, IoHandlerFactory handlers) {
      super(group, executor, handlers);
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
      try {
        TcpOptions.setCongestion(promise.channel());
      } catch (ChannelException e) {
        return promise.setFailure(e);
      }
      return super.register(promise);
    }
  }
}
