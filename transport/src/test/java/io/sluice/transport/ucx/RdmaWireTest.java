package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client here and a server in another process, over real verbs. {@code tools/rdma-test} says
 * where each of them is.
 */
@Tag("rdma")
@Timeout(240)
class RdmaWireTest {
  private static final String HERE = System.getProperty("sluice.rdma.here");
  private static final String THERE = System.getProperty("sluice.rdma.there");
  private static final String DEVICE_THERE = System.getProperty("sluice.rdma.device-there");

  /** What a user may wait for at most until a dead peer is told. */
  private static final long DEATH_TOLD_SECONDS = 5;

  private final Transport transport = Transports.of("ucx");
  private final EventLoopGroup loops = transport.newEventLoopGroup(1);
  private final BlockingQueue<byte[]> echoed = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> inactive = new CompletableFuture<>();
  private Process server;
  private Channel channel;

  @BeforeEach
  void connect() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String property : List.of("lanes", "rdma", "trusted")) {
      String name = "io.sluice.transport.ucx." + property;
      command.add("-D" + name + "=" + System.getProperty(name));
    }
    command.add("-D" + RdmaPorts.PROPERTY + "=" + DEVICE_THERE);
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Server.class.getName(), THERE));
    server = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    int port = Integer.parseInt(said.readLine());
    channel =
        new Bootstrap()
            .group(loops)
            .channel(transport.channelClass())
            .handler(new Client())
            .connect(new InetSocketAddress(THERE, port), new InetSocketAddress(HERE, 0))
            .sync()
            .channel();
  }

  @AfterEach
  void end() {
    server.destroyForcibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void bytesCrossTheWireAndComeBack() throws Exception {
    for (int size : new int[] {64, 8 << 10, 256 << 10, 4 << 20}) {
      assertThat(echo(size)).isTrue();
    }
    assertThat(transport.path(channel)).startsWith("RDMA rc on rxe");
  }

  @Test
  void aPeerThatIsKilledIsToldInTime() throws Exception {
    echo(64);
    assertThat(transport.path(channel)).startsWith("RDMA rc on rxe");
    channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[8 << 20]));
    server.destroyForcibly().waitFor();

    inactive.get(DEATH_TOLD_SECONDS, TimeUnit.SECONDS);
  }

  private boolean echo(int size) throws Exception {
    byte[] sent = new byte[size];
    new Random(size).nextBytes(sent);
    channel.writeAndFlush(Unpooled.wrappedBuffer(sent));
    ByteBuf back = Unpooled.buffer(size, size);
    while (back.isWritable()) {
      byte[] part = echoed.poll(60, TimeUnit.SECONDS);
      assertThat(part).as("after %d bytes of %d", back.writerIndex(), size).isNotNull();
      back.writeBytes(part);
    }
    assertThat(back.array()).isEqualTo(sent);
    return true;
  }

  private final class Client extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf part = (ByteBuf) message;
      byte[] bytes = new byte[part.readableBytes()];
      part.readBytes(bytes).release();
      echoed.add(bytes);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      inactive.complete(null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      System.err.println("the client was told: " + cause);
    }
  }

  /** The other process: echoes on the address it is given, until it is killed. */
  static final class Server {
    private Server() {}

    public static void main(String[] args) throws Exception {
      Transport transport = Transports.of("ucx");
      Channel listener =
          new ServerBootstrap()
              .group(transport.newEventLoopGroup(1))
              .channel(transport.serverChannelClass())
              .childHandler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel child) {
                      child.pipeline().addLast(new Echo());
                    }
                  })
              .bind(new InetSocketAddress(args[0], 0))
              .sync()
              .channel();
      System.out.println(((InetSocketAddress) listener.localAddress()).getPort());
      listener.closeFuture().sync();
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }
  }
}
