package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class UcxEchoTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 64, 8_128, 8_129, 32_767, 32_768, 300_000, 1 << 20, 9_000_001})
  void bytesComeBackInOrderOverSharedMemory(int size) throws Exception {
    try (Pair pair = new Pair()) {
      Channel listener = pair.listen(new Echo());
      Collector collector = new Collector(size);
      SocketChannel channel = pair.connect(listener, collector);

      byte[] sent = new byte[size];
      new Random(size).nextBytes(sent);
      channel.writeAndFlush(Unpooled.wrappedBuffer(sent)).sync();

      assertThat(collector.bytes.get(30, TimeUnit.SECONDS)).isEqualTo(sent);
      assertThat(((UcxSocketChannel) channel).path()).isEqualTo("shared memory");
    }
  }

  @Test
  void manySmallAndLargeMessagesStayInOrder() throws Exception {
    Random random = new Random(7);
    byte[] sent = new byte[40 << 20];
    random.nextBytes(sent);
    try (Pair pair = new Pair()) {
      Channel listener = pair.listen(new Echo());
      Collector collector = new Collector(sent.length);
      SocketChannel channel = pair.connect(listener, collector);
      for (int at = 0; at < sent.length; ) {
        int size = random.nextInt(4) == 0 ? random.nextInt(400_000) : random.nextInt(5_000);
        size = Math.min(sent.length - at, size);
        channel.write(Unpooled.wrappedBuffer(sent, at, size));
        if (random.nextBoolean()) {
          channel.flush();
        }
        at += size;
      }
      channel.flush();
      assertThat(collector.bytes.get(40, TimeUnit.SECONDS)).isEqualTo(sent);
    }
  }

  /** Sends back what comes. */
  @Sharable
  static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }
  }

  /** Collects bytes until there are enough. */
  static final class Collector extends ChannelInboundHandlerAdapter {
    final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    private final byte[] collected;
    private int length;

    Collector(int size) {
      collected = new byte[size];
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf buffer = (ByteBuf) message;
      int readable = buffer.readableBytes();
      buffer.readBytes(collected, length, readable).release();
      length += readable;
      if (length == collected.length) {
        bytes.complete(collected);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      bytes.completeExceptionally(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      bytes.completeExceptionally(new AssertionError("inactive after " + length + " bytes"));
    }
  }
}
