package io.sluice.transport.ucx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A UCX server and clients of it in this process, each side with event loops of its own. */
final class Pair implements AutoCloseable {
  static final SecretKey KEY =
      new SecretKeySpec(
          "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII), "k");

  final EventLoopGroup servers;
  final EventLoopGroup clients;
  final ServerBootstrap server = new ServerBootstrap();
  final Bootstrap client = new Bootstrap();
  final LinkedBlockingQueue<SocketChannel> accepted = new LinkedBlockingQueue<>();

  Pair() {
    this(Spin.Mode.NEVER);
  }

  Pair(Spin.Mode spin) {
    this(spin, 1);
  }

  /** With so many event loops on the server's side, which connections come to in turn. */
  Pair(Spin.Mode spin, int serverLoops) {
    servers = new MultiThreadIoEventLoopGroup(serverLoops, UcxIoHandler.newFactory(spin));
    clients = new MultiThreadIoEventLoopGroup(1, UcxIoHandler.newFactory(spin));
    server
        .group(servers)
        .channel(UcxServerSocketChannel.class)
        .childOption(UcxChannelOption.UCX_KEY, KEY);
    client.group(clients).channel(UcxSocketChannel.class).option(UcxChannelOption.UCX_KEY, KEY);
  }

  /** Binds to a free port of loopback; {@code handler} is every child's. */
  Channel listen(ChannelHandler handler) {
    return listen(handler, InetAddress.getLoopbackAddress());
  }

  Channel listen(ChannelHandler handler, InetAddress address) {
    server.childHandler(
        new io.netty.channel.ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            accepted.add(channel);
            channel.pipeline().addLast(handler);
          }
        });
    return server.bind(new InetSocketAddress(address, 0)).syncUninterruptibly().channel();
  }

  SocketChannel connect(Channel listener, ChannelHandler handler) {
    return (SocketChannel)
        client.handler(handler).connect(listener.localAddress()).syncUninterruptibly().channel();
  }

  SocketChannel nextAccepted() throws InterruptedException {
    SocketChannel channel = accepted.poll(10, TimeUnit.SECONDS);
    if (channel == null) {
      throw new AssertionError("no connection was accepted");
    }
    return channel;
  }

  @Override
  public void close() {
    clients.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    servers.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
