package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a process does to the others on an event loop by standing still or by dying in a frame. */
@Timeout(120)
class PeerStandsStillTest {
  /** More than a queue in shared memory holds, so that UCX keeps some of them. */
  private static final int FRAMES = 300;

  @Test
  void aPeerThatStandsStillDoesNotKeepTheLoopFromItsSockets() throws Exception {
    try (Pair pair = new Pair();
        ForkedPeer peer = ForkedPeer.start("echo")) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      SocketChannel still = connect(pair, peer, new ForkedPeer.Ending());
      peer.stop();
      for (int i = 0; i < FRAMES; i++) {
        still.writeAndFlush(Unpooled.copiedBuffer(new byte[1])).sync();
      }
      Channel listener = pair.listen(new UcxEchoTest.Echo());
      UcxEchoTest.Collector collector = new UcxEchoTest.Collector(1);
      CompletableFuture<Void> connected = new CompletableFuture<>();

      // From here on nothing but the socket's events gives the loop something to do.
      pair.client
          .handler(collector)
          .connect(listener.localAddress())
          .addListener(
              (ChannelFuture future) -> {
                if (future.isSuccess()) {
                  future.channel().writeAndFlush(Unpooled.copiedBuffer(new byte[1]));
                  connected.complete(null);
                } else {
                  connected.completeExceptionally(future.cause());
                }
              });

      connected.get(20, TimeUnit.SECONDS);
      collector.bytes.get(20, TimeUnit.SECONDS);
      assertThat(still.isActive()).isTrue();
    }
  }

  /** Such a kill hits between a frame's two steps in one of about ten rounds. */
  @Test
  void whenPeersAreKilledWithinAFrameTheOthersGoOnOrAreTold() throws Exception {
    try (Pair pair = new Pair()) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      Channel listener = pair.listen(new UcxEchoTest.Echo());
      for (int round = 0; round < 10; round++) {
        Other other = new Other();
        SocketChannel channel = pair.connect(listener, other);
        killWhileItSends(pair);
        channel.writeAndFlush(Unpooled.copiedBuffer(new byte[1]));
        other.outcome.get(20, TimeUnit.SECONDS);
        channel.close().sync();
      }
    }
  }

  private static void killWhileItSends(Pair pair) throws Exception {
    List<Flooded> all = new ArrayList<>();
    try (ForkedPeer peer = ForkedPeer.start("flood", 4)) {
      for (int i = 0; i < 4; i++) {
        Flooded flooded = new Flooded();
        connect(pair, peer, flooded);
        all.add(flooded);
      }
      for (Flooded flooded : all) {
        flooded.some.get(20, TimeUnit.SECONDS);
      }
    }
    for (Flooded flooded : all) {
      flooded.inactive.get(20, TimeUnit.SECONDS);
    }
  }

  private static SocketChannel connect(
      Pair pair, ForkedPeer peer, ChannelInboundHandlerAdapter handler) {
    return (SocketChannel)
        pair.client.handler(handler).connect(peer.address()).syncUninterruptibly().channel();
  }

  /** Reads what comes. */
  private static final class Flooded extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Void> some = new CompletableFuture<>();
    private final CompletableFuture<Void> inactive = new CompletableFuture<>();
    private int reads;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      io.netty.util.ReferenceCountUtil.release(message);
      if (++reads == 100) {
        some.complete(null);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // Its end is what counts.
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      inactive.complete(null);
    }
  }

  /** A channel to another peer on the same worker. */
  private static final class Other extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      io.netty.util.ReferenceCountUtil.release(message);
      outcome.complete(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      outcome.complete(cause);
    }
  }
}
