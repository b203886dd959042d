package io.sluice.transport.ucx;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.internal.PlatformDependent;
import java.util.Map;
import javax.crypto.SecretKey;

/** The options of a connection: its socket's, and those of the upgrade. */
final class UcxSocketChannelConfig extends DefaultChannelConfig implements SocketChannelConfig {
  private static final TrustedNetwork TRUSTED = TrustedNetwork.configured();

  private final UcxSocketChannel connection;
  private final SocketOptions socket;
  private volatile boolean allowHalfClosure;
  private volatile boolean fastOpenConnect;
  private volatile SecretKey key;
  private volatile TrustedNetwork trusted = TRUSTED;
  private volatile boolean required;
  private volatile int prefaceWaitMillis = 200;
  private volatile int rendezvousThreshold;

  UcxSocketChannelConfig(UcxSocketChannel channel) {
    super(channel);
    connection = channel;
    socket = new SocketOptions(channel.socket());
    if (PlatformDependent.canEnableTcpNoDelayByDefault()) {
      setTcpNoDelay(true);
    }
  }

  SecretKey key() {
    return key;
  }

  TrustedNetwork trusted() {
    return trusted;
  }

  boolean isRequired() {
    return required;
  }

  int prefaceWaitMillis() {
    return prefaceWaitMillis;
  }

  int rendezvousThreshold() {
    return rendezvousThreshold;
  }

  @Override
  public Map<ChannelOption<?>, Object> getOptions() {
    // Not the key: maps of options end in logs.
    return getOptions(
        super.getOptions(),
        ChannelOption.SO_RCVBUF,
        ChannelOption.SO_SNDBUF,
        ChannelOption.TCP_NODELAY,
        ChannelOption.SO_KEEPALIVE,
        ChannelOption.SO_REUSEADDR,
        ChannelOption.SO_LINGER,
        ChannelOption.IP_TOS,
        ChannelOption.ALLOW_HALF_CLOSURE,
        UcxChannelOption.UCX_REQUIRED,
        UcxChannelOption.UCX_PREFACE_WAIT_MILLIS,
        UcxChannelOption.UCX_RENDEZVOUS_THRESHOLD);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T getOption(ChannelOption<T> option) {
    if (option.equals(ChannelOption.ALLOW_HALF_CLOSURE)) {
      return (T) Boolean.valueOf(allowHalfClosure);
    }
    if (option.equals(ChannelOption.TCP_FASTOPEN_CONNECT)) {
      return (T) Boolean.valueOf(fastOpenConnect);
    }
    if (option.equals(UcxChannelOption.UCX_KEY)) {
      return (T) key;
    }
    if (option.equals(UcxChannelOption.UCX_TRUSTED)) {
      return (T) trusted;
    }
    if (option.equals(UcxChannelOption.UCX_REQUIRED)) {
      return (T) Boolean.valueOf(required);
    }
    if (option.equals(UcxChannelOption.UCX_PREFACE_WAIT_MILLIS)) {
      return (T) Integer.valueOf(prefaceWaitMillis);
    }
    if (option.equals(UcxChannelOption.UCX_RENDEZVOUS_THRESHOLD)) {
      return (T) Integer.valueOf(rendezvousThreshold);
    }
    T value = socket.get(option);
    return value != null ? value : super.getOption(option);
  }

  @Override
  public <T> boolean setOption(ChannelOption<T> option, T value) {
    if (option.equals(UcxChannelOption.UCX_KEY)) {
      // May be null: no key.
      key = (SecretKey) value;
      return true;
    }
    validate(option, value);
    if (option.equals(ChannelOption.ALLOW_HALF_CLOSURE)) {
      allowHalfClosure = (Boolean) value;
    } else if (option.equals(ChannelOption.TCP_FASTOPEN_CONNECT)) {
      fastOpenConnect = (Boolean) value;
    } else if (option.equals(UcxChannelOption.UCX_TRUSTED)) {
      trusted = (TrustedNetwork) value;
    } else if (option.equals(UcxChannelOption.UCX_REQUIRED)) {
      required = (Boolean) value;
    } else if (option.equals(UcxChannelOption.UCX_PREFACE_WAIT_MILLIS)) {
      prefaceWaitMillis = notNegative("UCX_PREFACE_WAIT_MILLIS", (Integer) value);
    } else if (option.equals(UcxChannelOption.UCX_RENDEZVOUS_THRESHOLD)) {
      rendezvousThreshold = notNegative("UCX_RENDEZVOUS_THRESHOLD", (Integer) value);
    } else {
      return socket.set(option, value) || super.setOption(option, value);
    }
    return true;
  }

  private static int notNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + ": " + value);
    }
    return value;
  }

  @Override
  protected void autoReadCleared() {
    if (connection.isRegistered()) {
      if (connection.eventLoop().inEventLoop()) {
        connection.clearReadPending();
      } else {
        connection
            .eventLoop()
            .execute(
                () -> {
                  if (!isAutoRead()) {
                    connection.clearReadPending();
                  }
                });
      }
    }
  }

  @Override
  public boolean isTcpNoDelay() {
    return socket.get(ChannelOption.TCP_NODELAY);
  }

  @Override
  public SocketChannelConfig setTcpNoDelay(boolean on) {
    socket.set(ChannelOption.TCP_NODELAY, on);
    return this;
  }

  @Override
  public int getSoLinger() {
    return socket.get(ChannelOption.SO_LINGER);
  }

  @Override
  public SocketChannelConfig setSoLinger(int seconds) {
    socket.set(ChannelOption.SO_LINGER, seconds);
    return this;
  }

  @Override
  public int getSendBufferSize() {
    return socket.get(ChannelOption.SO_SNDBUF);
  }

  @Override
  public SocketChannelConfig setSendBufferSize(int size) {
    socket.set(ChannelOption.SO_SNDBUF, size);
    return this;
  }

  @Override
  public int getReceiveBufferSize() {
    return socket.get(ChannelOption.SO_RCVBUF);
  }

  @Override
  public SocketChannelConfig setReceiveBufferSize(int size) {
    socket.set(ChannelOption.SO_RCVBUF, size);
    return this;
  }

  @Override
  public boolean isKeepAlive() {
    return socket.get(ChannelOption.SO_KEEPALIVE);
  }

  @Override
  public SocketChannelConfig setKeepAlive(boolean on) {
    socket.set(ChannelOption.SO_KEEPALIVE, on);
    return this;
  }

  @Override
  public int getTrafficClass() {
    return socket.get(ChannelOption.IP_TOS);
  }

  @Override
  public SocketChannelConfig setTrafficClass(int trafficClass) {
    socket.set(ChannelOption.IP_TOS, trafficClass);
    return this;
  }

  @Override
  public boolean isReuseAddress() {
    return socket.get(ChannelOption.SO_REUSEADDR);
  }

  @Override
  public SocketChannelConfig setReuseAddress(boolean reuse) {
    socket.set(ChannelOption.SO_REUSEADDR, reuse);
    return this;
  }

  @Override
  public SocketChannelConfig setPerformancePreferences(
      int connectionTime, int latency, int bandwidth) {
    return this;
  }

  @Override
  public boolean isAllowHalfClosure() {
    return allowHalfClosure;
  }

  @Override
  public SocketChannelConfig setAllowHalfClosure(boolean allow) {
    allowHalfClosure = allow;
    return this;
  }

  @Override
  public SocketChannelConfig setConnectTimeoutMillis(int millis) {
    super.setConnectTimeoutMillis(millis);
    return this;
  }

  @Override
  @Deprecated
  public SocketChannelConfig setMaxMessagesPerRead(int messages) {
    super.setMaxMessagesPerRead(messages);
    return this;
  }

  @Override
  public SocketChannelConfig setWriteSpinCount(int count) {
    super.setWriteSpinCount(count);
    return this;
  }

  @Override
  public SocketChannelConfig setAllocator(ByteBufAllocator allocator) {
    super.setAllocator(allocator);
    return this;
  }

  @Override
  public SocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
    super.setRecvByteBufAllocator(allocator);
    return this;
  }

  @Override
  public SocketChannelConfig setAutoRead(boolean on) {
    super.setAutoRead(on);
    return this;
  }

  @Override
  public SocketChannelConfig setAutoClose(boolean on) {
    super.setAutoClose(on);
    return this;
  }

  @Override
  public SocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
    super.setMessageSizeEstimator(estimator);
    return this;
  }

  @Override
  public SocketChannelConfig setWriteBufferHighWaterMark(int mark) {
    super.setWriteBufferHighWaterMark(mark);
    return this;
  }

  @Override
  public SocketChannelConfig setWriteBufferLowWaterMark(int mark) {
    super.setWriteBufferLowWaterMark(mark);
    return this;
  }

  @Override
  public SocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark mark) {
    super.setWriteBufferWaterMark(mark);
    return this;
  }
}
