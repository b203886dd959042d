package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Channels over real verbs. They need an active RDMA port, so {@code tools/rdma-test} runs them in
 * a virtual machine with Soft-RoCE.
 */
@Tag("rdma")
@Timeout(120)
class RdmaLaneTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 8_192, 65_535, 65_536, 300_000, 9_000_001})
  void bytesComeBackInOrder(int size) throws Exception {
    try (Pair pair = new Pair()) {
      Collector collector = new Collector(size);
      SocketChannel channel = pair.connect(pair.listen(new Echo()), collector);
      byte[] sent = random(size);
      channel.writeAndFlush(Unpooled.wrappedBuffer(sent)).sync();

      assertThat(collector.bytes.get(60, TimeUnit.SECONDS)).isEqualTo(sent);
      assertThat(((UcxSocketChannel) channel).path()).startsWith("RDMA rc on rxe");
    }
  }

  @Test
  void manyChannelsShareTheEndpointAndKeepTheirBytesApart() throws Exception {
    try (Pair pair = new Pair()) {
      Channel listener = pair.listen(new Echo());
      List<SocketChannel> channels = new ArrayList<>();
      List<Collector> collectors = new ArrayList<>();
      List<byte[]> sent = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        Collector collector = new Collector(200_000 + i);
        collectors.add(collector);
        channels.add(pair.connect(listener, collector));
        sent.add(random(200_000 + i));
      }
      for (int i = 0; i < 16; i++) {
        channels.get(i).writeAndFlush(Unpooled.wrappedBuffer(sent.get(i)));
      }
      for (int i = 0; i < 16; i++) {
        assertThat(collectors.get(i).bytes.get(60, TimeUnit.SECONDS)).isEqualTo(sent.get(i));
      }
    }
  }

  @Test
  void whatWasFlushedBeforeTheOutputWasShutDownArrives() throws Exception {
    try (Pair pair = new Pair()) {
      pair.server.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
      pair.client.option(ChannelOption.ALLOW_HALF_CLOSURE, true);
      Collector collector = new Collector(500_000);
      Channel listener = pair.listen(new ChannelInboundHandlerAdapter());
      SocketChannel client = pair.connect(listener, collector);
      SocketChannel server = pair.nextAccepted();
      byte[] sent = random(500_000);
      server.writeAndFlush(Unpooled.wrappedBuffer(sent));
      server.shutdownOutput();

      assertThat(collector.bytes.get(60, TimeUnit.SECONDS)).isEqualTo(sent);
      assertThat(client.isOutputShutdown()).isFalse();
    }
  }

  @Test
  void aReaderThatStopsMakesTheWriterUnwritableAndLosesNothing() throws Exception {
    try (Pair pair = new Pair()) {
      pair.server.childOption(ChannelOption.AUTO_READ, false);
      int size = 32 << 20;
      Collector collector = new Collector(size);
      SocketChannel client = pair.connect(pair.listen(collector), new Echo());
      SocketChannel server = pair.nextAccepted();
      byte[] sent = random(size);
      client.writeAndFlush(Unpooled.wrappedBuffer(sent));
      assertThat(client.isWritable()).isFalse();

      server.config().setAutoRead(true);

      assertThat(collector.bytes.get(60, TimeUnit.SECONDS)).isEqualTo(sent);
    }
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @io.netty.channel.ChannelHandler.Sharable
  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }
  }

  @io.netty.channel.ChannelHandler.Sharable
  private static final class Collector extends ChannelInboundHandlerAdapter {
    final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    private final ByteBuf got;

    Collector(int size) {
      got = Unpooled.buffer(size, size);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf part = (ByteBuf) message;
      got.writeBytes(part);
      part.release();
      if (!got.isWritable()) {
        bytes.complete(got.array());
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      bytes.completeExceptionally(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      bytes.completeExceptionally(new java.io.EOFException("closed after " + got.writerIndex()));
    }
  }
}
