package io.sluice.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.link.Links;
import io.sluice.transport.link.SocketLimits;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a service may rely on, whichever transport carries it. */
@Timeout(60)
abstract class TransportSuite {
  static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final Transport transport;
  private EventLoopGroup loops;

  TransportSuite(Transport transport) {
    this.transport = transport;
  }

  @BeforeEach
  void start() {
    assumeTrue(
        transport.isAvailable(),
        () -> transport.name() + ": " + Causes.text(transport.unavailabilityCause()));
    loops = transport.newEventLoopGroup(2);
  }

  @AfterEach
  void stop() {
    if (loops != null) {
      loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @Test
  void isFoundByItsName() {
    assertThat(Transports.of(transport.name())).hasSameClassAs(transport);
  }

  @Test
  void echoesSixtyFourMebibytesInOddChunks() throws Exception {
    int total = 64 << 20;
    Channel server = listen(SocketTuning.kernel(), new Echo());
    CRC32C received = new CRC32C();
    CompletableFuture<Long> done = new CompletableFuture<>();
    Channel client = connect(server, SocketTuning.kernel(), new Sum(received, total, done));

    CRC32C sent = new CRC32C();
    Random random = new Random(7);
    byte[] bytes = new byte[1 << 20];
    random.nextBytes(bytes);
    int left = total;
    while (left > 0) {
      int length = Math.min(left, 1 + random.nextInt(bytes.length));
      sent.update(bytes, 0, length);
      ChannelFuture written = client.writeAndFlush(Unpooled.copiedBuffer(bytes, 0, length));
      if (!client.isWritable()) {
        written.sync();
      }
      left -= length;
    }

    assertThat(done.get()).isEqualTo(total);
    assertThat(received.getValue()).isEqualTo(sent.getValue());
  }

  @Test
  void aPeerThatShutItsOutputStillReceives() throws Exception {
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(SocketTuning.kernel(), new HalfClose(accepted));
    CRC32C received = new CRC32C();
    CompletableFuture<Long> done = new CompletableFuture<>();
    Channel client = connect(server, SocketTuning.kernel(), new Sum(received, 5, done));

    ((SocketChannel) client).shutdownOutput().sync();

    assertThat(done.get()).isEqualTo(5);
    assertThat(((SocketChannel) accepted.get()).isInputShutdown()).isTrue();
  }

  @Test
  void sendsALargeFileRegion(@TempDir Path folder) throws Exception {
    long size = fileRegionSize();
    Path file = folder.resolve("sparse");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
      sparse.seek(size - 3);
      sparse.write(new byte[] {1, 2, 3});
    }
    CompletableFuture<Long> done = new CompletableFuture<>();
    Tail tail = new Tail(size, done);
    Channel server = listen(SocketTuning.kernel(), tail);
    Channel client = connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    DefaultFileRegion region = new DefaultFileRegion(file.toFile(), 0, size);
    client.writeAndFlush(region).sync();

    assertThat(done.get()).isEqualTo(size);
    assertThat(tail.last).containsExactly(1, 2, 3);
  }

  @Test
  void aRefusedConnectionFails() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, HERE)) {
      port = socket.getLocalPort();
    }

    assertThatThrownBy(
            () ->
                bootstrap(SocketTuning.kernel(), new ChannelInboundHandlerAdapter())
                    .connect(new InetSocketAddress(HERE, port))
                    .sync())
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("refused");
  }

  @Test
  void aChannelClosesWithItsPeer() throws Exception {
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(SocketTuning.kernel(), new Accepted(accepted));
    Channel client = connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    accepted.get().close().sync();

    client.closeFuture().sync();
    assertThat(client.isActive()).isFalse();
  }

  @Test
  void stopsReadingWhereAutoReadIsOff() throws Exception {
    BlockingQueue<Integer> reads = new LinkedBlockingQueue<>();
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(SocketTuning.kernel(), new Counting(accepted, reads), false);
    Channel client = connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    // More than both kernels' buffers hold: the rest has to wait in the client.
    int size = 128 << 20;
    ChannelFuture written = client.writeAndFlush(Unpooled.wrappedBuffer(new byte[size]));
    Channel reader = accepted.get();
    client.eventLoop().submit(() -> {}).sync();
    assertThat(client.isWritable()).isFalse();
    assertThat(reads).isEmpty();
    assertThat(written.isDone()).isFalse();
    reader.config().setAutoRead(true);
    written.sync();

    int read = 0;
    while (read < size) {
      read += reads.take();
    }
    assertThat(read).isEqualTo(size);
  }

  @Test
  void serviceOptionsAreOnWithoutAnyTuning() throws Exception {
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(SocketTuning.kernel(), new Accepted(accepted));
    Channel client = connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    assertThat(server.config().getOption(ChannelOption.SO_REUSEADDR)).isTrue();
    for (Channel end : new Channel[] {client, accepted.get()}) {
      assertThat(end.config().getOption(ChannelOption.TCP_NODELAY)).isTrue();
      assertThat(end.config().getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
    }
  }

  @Test
  void buffersArriveAtBothEnds() throws Exception {
    SocketTuning tuning = SocketTuning.kernel().withSendBuffer(100_000).withReceiveBuffer(90_000);
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(tuning, new Accepted(accepted));
    Channel client = connect(server, tuning, new ChannelInboundHandlerAdapter());

    int shown = showsDoubledBuffers() ? 2 : 1;
    for (Channel end : new Channel[] {client, accepted.get()}) {
      assertThat(end.config().getOption(ChannelOption.SO_SNDBUF)).isEqualTo(100_000 * shown);
      assertThat(end.config().getOption(ChannelOption.SO_RCVBUF)).isEqualTo(90_000 * shown);
    }
  }

  @Test
  void withoutATuningTheKernelsBuffersStay() throws Exception {
    CompletableFuture<Channel> accepted = new CompletableFuture<>();
    Channel server = listen(SocketTuning.kernel(), new Accepted(accepted));
    connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    SocketLimits limits = Links.here().limits();
    assertThat(server.config().getOption(ChannelOption.SO_RCVBUF))
        .isEqualTo(
            (int) limits.tcpReceive().orElseThrow().initial() / (showsDoubledBuffers() ? 1 : 2));
    assertThat(accepted.get().isActive()).isTrue();
  }

  @Test
  void saysWhatItsChannelsTravelOn() throws Exception {
    Channel server = listen(SocketTuning.kernel(), new ChannelInboundHandlerAdapter());
    Channel client = connect(server, SocketTuning.kernel(), new ChannelInboundHandlerAdapter());

    assertThat(transport.path(client)).isEqualTo("TCP by " + transport.name());
  }

  /** Whether a buffer's size is read back as Linux has it, doubled; Java halves it again. */
  boolean showsDoubledBuffers() {
    return true;
  }

  /** Beyond the offsets of an int, where the transport can. */
  long fileRegionSize() {
    return (2L << 30) + (1 << 20) + 3;
  }

  final Transport transport() {
    return transport;
  }

  final Channel listen(SocketTuning tuning, ChannelInboundHandlerAdapter handler)
      throws InterruptedException {
    return listen(tuning, handler, true);
  }

  private Channel listen(
      SocketTuning tuning, ChannelInboundHandlerAdapter handler, boolean autoRead)
      throws InterruptedException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(transport.serverChannelClass())
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.AUTO_READ, autoRead)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(handler);
                  }
                });
    transport.tune(bootstrap, tuning);
    return bootstrap.bind(HERE, 0).sync().channel();
  }

  final Bootstrap bootstrap(SocketTuning tuning, ChannelInboundHandlerAdapter handler) {
    Bootstrap bootstrap =
        new Bootstrap().group(loops).channel(transport.channelClass()).handler(handler);
    transport.tune(bootstrap, tuning);
    return bootstrap;
  }

  final Channel connect(Channel server, SocketTuning tuning, ChannelInboundHandlerAdapter handler)
      throws InterruptedException {
    return bootstrap(tuning, handler).connect(server.localAddress()).sync().channel();
  }

  /** Sends back what comes, and reads on only once it has left. */
  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      context.channel().config().setAutoRead(context.channel().isWritable());
    }
  }

  /** Sums up what comes until there is enough. */
  static final class Sum extends SimpleChannelInboundHandler<ByteBuf> {
    private final CRC32C sum;
    private final long enough;
    private final CompletableFuture<Long> done;
    private long seen;

    Sum(CRC32C sum, long enough, CompletableFuture<Long> done) {
      this.sum = sum;
      this.enough = enough;
      this.done = done;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      seen += bytes.readableBytes();
      for (var buffer : bytes.nioBuffers()) {
        sum.update(buffer);
      }
      if (seen >= enough) {
        done.complete(seen);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      done.completeExceptionally(cause);
    }
  }

  /** Keeps the last three bytes of what comes. */
  private static final class Tail extends SimpleChannelInboundHandler<ByteBuf> {
    private final long enough;
    private final CompletableFuture<Long> done;
    private final byte[] last = new byte[3];
    private long seen;

    Tail(long enough, CompletableFuture<Long> done) {
      this.enough = enough;
      this.done = done;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      int skip = (int) Math.max(0, Math.min(bytes.readableBytes(), enough - 3 - seen));
      seen += bytes.readableBytes();
      for (int i = bytes.readerIndex() + skip; i < bytes.writerIndex(); i++) {
        last[(int) (seen - bytes.writerIndex() + i - (enough - 3))] = bytes.getByte(i);
      }
      if (seen >= enough) {
        done.complete(seen);
      }
    }
  }

  /** Answers the end of the peer's output. */
  private static final class HalfClose extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Channel> accepted;

    HalfClose(CompletableFuture<Channel> accepted) {
      this.accepted = accepted;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        accepted.complete(context.channel());
        context
            .writeAndFlush(Unpooled.wrappedBuffer(new byte[5]))
            .addListener(ChannelFutureListener.CLOSE);
      }
    }
  }

  /** Hands out the channel that was accepted. */
  static class Accepted extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Channel> accepted;

    Accepted(CompletableFuture<Channel> accepted) {
      this.accepted = accepted;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      accepted.complete(context.channel());
    }
  }

  private static final class Counting extends Accepted {
    private final BlockingQueue<Integer> reads;

    Counting(CompletableFuture<Channel> accepted, BlockingQueue<Integer> reads) {
      super(accepted);
      this.reads = reads;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      reads.add(bytes.readableBytes());
      bytes.release();
    }
  }
}
