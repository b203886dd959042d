package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 4 GiB are offered to a reader that does not read. */
@Timeout(60)
class StoppedReaderTest {
  private static final long OFFERED = 4L << 30;

  /** What is offered at a time. */
  private static final int PORTION = 1 << 20;

  /** More than the window, so that the window has to hold. */
  private static final int HIGH_WATER_MARK = 8 << 20;

  /** Blocks for frames, and chunks that are not full. */
  private static final int SLACK = 1 << 20;

  @ParameterizedTest(name = "messages of {0} bytes")
  @ValueSource(ints = {8_000, 1 << 20})
  void bothSidesHoldWhatTheyMayAndGoOnWithEveryByteOfIt(int size) throws Exception {
    UnpooledByteBufAllocator receivers = new UnpooledByteBufAllocator(true);
    try (Pair pair = new Pair()) {
      pair.client
          .option(UcxChannelOption.UCX_REQUIRED, true)
          .option(
              ChannelOption.WRITE_BUFFER_WATER_MARK,
              new WriteBufferWaterMark(1 << 20, HIGH_WATER_MARK));
      pair.server
          .childOption(ChannelOption.AUTO_READ, false)
          .childOption(ChannelOption.ALLOCATOR, receivers);
      byte[] body = new byte[size - Long.BYTES];
      new Random(size).nextBytes(body);
      Checker checker = new Checker(body);
      SocketChannel sender = pair.connect(pair.listen(checker), new ChannelInboundHandlerAdapter());
      SocketChannel receiver = pair.nextAccepted();
      ByteBuf shared = Unpooled.directBuffer(body.length).writeBytes(body);
      long before = directMemory();
      long messages = 0;
      long refused = 0;
      for (long offered = 0; offered < OFFERED; offered += PORTION) {
        for (int at = 0; at < PORTION; at += size) {
          if (sender.isWritable()) {
            sender.write(Unpooled.copyLong(messages++));
            sender.writeAndFlush(shared.retainedDuplicate());
          } else {
            refused += size;
          }
        }
        settle(sender, receiver);
      }
      long written = messages * size;
      long unwritten = sender.unsafe().outboundBuffer().totalPendingWriteBytes();

      assertThat(sender.isWritable()).isFalse();
      assertThat(written + refused).isGreaterThanOrEqualTo(OFFERED);
      // An entry of the sender's buffer counts for somewhat more than its bytes.
      assertThat(unwritten).isBetween(HIGH_WATER_MARK - 0L, HIGH_WATER_MARK + PORTION + 0L);
      assertThat(written).isLessThanOrEqualTo(Inbound.WINDOW + unwritten);
      assertThat(receivers.metric().usedDirectMemory()).isLessThanOrEqualTo(Inbound.WINDOW + SLACK);
      // A window on the receiver's side, and one on the sender's, for frames on their way.
      assertThat(directMemory() - before).isLessThanOrEqualTo(2L * (Inbound.WINDOW + SLACK));

      checker.expect(messages);
      receiver.config().setAutoRead(true);

      checker.all.get(30, TimeUnit.SECONDS);
      // What the reader has, the sender lets go of.
      while (!sender.isWritable() || shared.refCnt() > 1) {
        settle(sender, receiver);
      }
      shared.release();
    }
  }

  /** Lets what can go its way go. */
  private static void settle(Channel sender, Channel receiver) throws InterruptedException {
    sender.eventLoop().submit(() -> {}).sync();
    receiver.eventLoop().submit(() -> {}).sync();
  }

  /** Bytes in direct buffers of this process, which is both sides. */
  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** Checks that messages come whole and in order. */
  @Sharable
  private static final class Checker extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Void> all = new CompletableFuture<>();
    private final byte[] body;
    private final ByteBuf partial = Unpooled.buffer();
    private long next;
    private volatile long expected = -1;

    Checker(byte[] body) {
      this.body = body;
    }

    void expect(long messages) {
      expected = messages;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      partial.writeBytes(bytes);
      bytes.release();
      while (partial.readableBytes() >= Long.BYTES + body.length) {
        byte[] got = new byte[body.length];
        long number = partial.readLong();
        partial.readBytes(got);
        if (number != next || !java.util.Arrays.equals(got, body)) {
          all.completeExceptionally(
              new AssertionError("message " + number + " where " + next + " was due"));
        }
        next++;
      }
      partial.discardReadBytes();
      if (next == expected) {
        all.complete(null);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      all.completeExceptionally(new AssertionError("inactive after " + next + " messages"));
    }
  }
}
