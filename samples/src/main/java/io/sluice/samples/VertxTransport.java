package io.sluice.samples;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.sluice.transport.Transport;
import java.util.concurrent.ThreadFactory;

/** A transport as Vert.x wants to see it. */
final class VertxTransport
    implements io.vertx.core.transport.Transport, io.vertx.core.spi.transport.Transport {
  private final Transport transport;

  VertxTransport(Transport transport) {
    this.transport = transport;
  }

  @Override
  public String name() {
    return transport.name();
  }

  @Override
  public boolean available() {
    return transport.isAvailable();
  }

  @Override
  public boolean isAvailable() {
    return transport.isAvailable();
  }

  @Override
  public Throwable unavailabilityCause() {
    return transport.unavailabilityCause();
  }

  @Override
  public io.vertx.core.spi.transport.Transport implementation() {
    return this;
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return transport.newEventLoopGroup(threads, threadFactory);
  }

  /** Vert.x asks for it only to make its loops, which come from {@link #eventLoopGroup}. */
  @Override
  public IoHandlerFactory ioHandlerFactory() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return new ReflectiveChannelFactory<>(transport.channelClass());
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return new ReflectiveChannelFactory<>(transport.serverChannelClass());
  }

  @Override
  public DatagramChannel datagramChannel() {
    return new ReflectiveChannelFactory<DatagramChannel>(transport.datagramChannelClass())
        .newChannel();
  }

  @Override
  @SuppressWarnings("deprecation")
  public DatagramChannel datagramChannel(io.netty.channel.socket.InternetProtocolFamily family) {
    return datagramChannel();
  }
}
