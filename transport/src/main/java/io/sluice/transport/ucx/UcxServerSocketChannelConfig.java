package io.sluice.transport.ucx;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.util.NetUtil;
import java.util.Map;

/** The options of a listener. */
final class UcxServerSocketChannelConfig extends DefaultChannelConfig
    implements ServerSocketChannelConfig {
  private final UcxServerSocketChannel listener;
  private final SocketOptions socket;
  private volatile int backlog = NetUtil.SOMAXCONN;

  UcxServerSocketChannelConfig(UcxServerSocketChannel channel) {
    super(channel, new ServerChannelRecvByteBufAllocator());
    listener = channel;
    socket = new SocketOptions(channel.socket());
    setReuseAddress(true);
  }

  @Override
  public Map<ChannelOption<?>, Object> getOptions() {
    return getOptions(
        super.getOptions(),
        ChannelOption.SO_RCVBUF,
        ChannelOption.SO_REUSEADDR,
        ChannelOption.SO_BACKLOG);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T getOption(ChannelOption<T> option) {
    if (option.equals(ChannelOption.SO_BACKLOG)) {
      return (T) Integer.valueOf(backlog);
    }
    T value = socket.get(option);
    return value != null ? value : super.getOption(option);
  }

  @Override
  public <T> boolean setOption(ChannelOption<T> option, T value) {
    validate(option, value);
    if (option.equals(ChannelOption.SO_BACKLOG)) {
      setBacklog((Integer) value);
      return true;
    }
    return socket.set(option, value) || super.setOption(option, value);
  }

  @Override
  protected void autoReadCleared() {
    if (listener.isRegistered()) {
      if (listener.eventLoop().inEventLoop()) {
        listener.clearReadPending();
      } else {
        listener
            .eventLoop()
            .execute(
                () -> {
                  if (!isAutoRead()) {
                    listener.clearReadPending();
                  }
                });
      }
    }
  }

  @Override
  public int getBacklog() {
    return backlog;
  }

  @Override
  public ServerSocketChannelConfig setBacklog(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("backlog: " + length);
    }
    backlog = length;
    return this;
  }

  @Override
  public boolean isReuseAddress() {
    return socket.get(ChannelOption.SO_REUSEADDR);
  }

  @Override
  public ServerSocketChannelConfig setReuseAddress(boolean reuse) {
    socket.set(ChannelOption.SO_REUSEADDR, reuse);
    return this;
  }

  @Override
  public int getReceiveBufferSize() {
    return socket.get(ChannelOption.SO_RCVBUF);
  }

  @Override
  public ServerSocketChannelConfig setReceiveBufferSize(int size) {
    socket.set(ChannelOption.SO_RCVBUF, size);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setPerformancePreferences(
      int connectionTime, int latency, int bandwidth) {
    return this;
  }

  @Override
  public ServerSocketChannelConfig setConnectTimeoutMillis(int millis) {
    super.setConnectTimeoutMillis(millis);
    return this;
  }

  @Override
  @Deprecated
  public ServerSocketChannelConfig setMaxMessagesPerRead(int messages) {
    super.setMaxMessagesPerRead(messages);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setWriteSpinCount(int count) {
    super.setWriteSpinCount(count);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setAllocator(ByteBufAllocator allocator) {
    super.setAllocator(allocator);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
    super.setRecvByteBufAllocator(allocator);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setAutoRead(boolean on) {
    super.setAutoRead(on);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
    super.setMessageSizeEstimator(estimator);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setWriteBufferHighWaterMark(int mark) {
    super.setWriteBufferHighWaterMark(mark);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setWriteBufferLowWaterMark(int mark) {
    super.setWriteBufferLowWaterMark(mark);
    return this;
  }

  @Override
  public ServerSocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark mark) {
    super.setWriteBufferWaterMark(mark);
    return this;
  }
}
