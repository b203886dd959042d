package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeerDeathTest {
  @Test
  void aKilledPeerEndsTheChannelWithACause() throws Exception {
    try (Pair pair = new Pair();
        ForkedPeer peer = ForkedPeer.start("echo")) {
      ForkedPeer.Ending ending = new ForkedPeer.Ending();
      SocketChannel channel = connect(pair, peer, ending);
      channel.writeAndFlush(Unpooled.copiedBuffer(new byte[100])).sync();
      assertThat(((UcxSocketChannel) channel).path()).isEqualTo("shared memory");

      peer.kill();

      ending.inactive.get(5, TimeUnit.SECONDS);
      assertThat(ending.cause.get(5, TimeUnit.SECONDS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("reset by peer");
    }
  }

  @Test
  void buffersOfferedToAKilledPeerAreReleasedOnceItIsGone() throws Exception {
    try (Pair pair = new Pair();
        ForkedPeer peer = ForkedPeer.start("stop")) {
      ForkedPeer.Ending ending = new ForkedPeer.Ending();
      SocketChannel channel = connect(pair, peer, ending);
      List<ByteBuf> buffers = new ArrayList<>();
      List<ChannelFuture> writes = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 20).writeZero(1 << 20);
        buffers.add(buffer);
        writes.add(channel.writeAndFlush(buffer));
      }
      channel.eventLoop().submit(() -> {}).sync();

      peer.kill();

      ending.inactive.get(5, TimeUnit.SECONDS);
      for (ChannelFuture write : writes) {
        assertThat(write.await(5, TimeUnit.SECONDS)).isTrue();
      }
      // The loop learns of the process's end by its own event, so this goes through the loop.
      while (buffers.stream().anyMatch(buffer -> buffer.refCnt() > 0)) {
        channel.eventLoop().submit(() -> {}).sync();
      }
    }
  }

  @Test
  void aThousandConnectsAndClosesShareOneEndpointAndLeaveNoDescriptor() throws Exception {
    try (Pair pair = new Pair()) {
      var listener = pair.listen(new UcxEchoTest.Echo());
      Set<PeerEndpoint> endpoints = new HashSet<>();
      long before = 0;
      for (int i = 0; i < 1_000; i++) {
        UcxEchoTest.Collector collector = new UcxEchoTest.Collector(10);
        SocketChannel channel = pair.connect(listener, collector);
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[10])).sync();
        collector.bytes.get(10, TimeUnit.SECONDS);
        endpoints.add(((UcxPath) ((UcxSocketChannel) channel).currentPath()).endpoint());
        channel.close().sync();
        SocketChannel accepted = pair.nextAccepted();
        accepted.closeFuture().sync();
        awaitClosed((UcxSocketChannel) channel);
        awaitClosed((UcxSocketChannel) accepted);
        if (i == 9) {
          before = descriptors();
        }
      }
      assertThat(descriptors()).isLessThanOrEqualTo(before);
      assertThat(endpoints).singleElement().matches(PeerEndpoint::isIdle, "without a stream");
    }
  }

  private static void awaitClosed(UcxSocketChannel channel) throws Exception {
    while (channel.fd().isOpen()) {
      channel.eventLoop().submit(() -> {}).sync();
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static SocketChannel connect(Pair pair, ForkedPeer peer, ForkedPeer.Ending ending) {
    return (SocketChannel)
        pair.client
            .option(UcxChannelOption.UCX_REQUIRED, true)
            .handler(ending)
            .connect(peer.address())
            .syncUninterruptibly()
            .channel();
  }
}
