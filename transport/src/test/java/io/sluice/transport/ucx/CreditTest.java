package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CreditTest {
  @ParameterizedTest
  @ValueSource(ints = {64, 8_000, 200_000})
  void aReaderThatStopsTakesNoMoreThanTheWindow(int size) throws Exception {
    try (Pair pair = new Pair()) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      pair.server.childOption(ChannelOption.AUTO_READ, false);
      Channel listener = pair.listen(new ChannelInboundHandlerAdapter());
      SocketChannel channel = pair.connect(listener, new ChannelInboundHandlerAdapter());
      long written = 0;
      // Writes are done as they are handed over; the buffer of those that are not grows instead.
      while (channel.isWritable() && written < 64L << 20) {
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[size]));
        written += size;
        channel.eventLoop().submit(() -> {}).sync();
      }
      assertThat(channel.isWritable()).isFalse();
      assertThat(written).isLessThanOrEqualTo(Inbound.WINDOW + (1L << 20));
    }
  }

  @Test
  void aStoppedReaderThatGoesOnGetsEveryByte() throws Exception {
    int total = 32 << 20;
    CompletableFuture<Integer> all = new CompletableFuture<>();
    try (Pair pair = new Pair()) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      pair.server.childOption(ChannelOption.AUTO_READ, false);
      Channel listener =
          pair.listen(
              new ChannelInboundHandlerAdapter() {
                private int got;

                @Override
                public boolean isSharable() {
                  return true;
                }

                @Override
                public void channelRead(ChannelHandlerContext context, Object message) {
                  ByteBuf buffer = (ByteBuf) message;
                  got += buffer.readableBytes();
                  buffer.release();
                  if (got >= total) {
                    all.complete(got);
                  }
                }
              });
      SocketChannel channel = pair.connect(listener, new ChannelInboundHandlerAdapter());
      for (int at = 0; at < total; at += 1 << 16) {
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[1 << 16]));
      }
      SocketChannel accepted = pair.nextAccepted();
      channel.eventLoop().submit(() -> {}).sync();
      accepted.config().setAutoRead(true);
      assertThat(all.get(30, TimeUnit.SECONDS)).isEqualTo(total);
    }
  }
}
