package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that proved the key and then does not keep to the protocol is closed. */
@Timeout(60)
class RogueFramesTest {
  @Test
  void aFrameBeyondTheWindowEndsTheChannel() throws Exception {
    assertEndsTheChannel(path -> send(path, Frame.DATA, Inbound.FRAMES + 1, 1, 0, 0));
  }

  @Test
  void aFrameThatCameBeforeEndsTheChannel() throws Exception {
    assertEndsTheChannel(
        path -> {
          send(path, Frame.DATA, 0, 1, 0, 0);
          send(path, Frame.DATA, 0, 1, 0, 0);
        });
  }

  @Test
  void anEmptyMessageEndsTheChannel() throws Exception {
    assertEndsTheChannel(path -> send(path, Frame.DATA, 0, 0, 0, 0));
  }

  @Test
  void anEndThatWasNotSentCannotBeAcknowledged() throws Exception {
    assertEndsTheChannel(path -> send(path, Frame.FIN_ACK, 0, 0, 0, 0));
  }

  @Test
  void creditBeyondTheOfferedWindowEndsTheChannel() throws Exception {
    assertEndsTheChannel(path -> send(path, Frame.CREDIT, 0, 0, 1 << 20, 1L << 40));
  }

  @Test
  void anUnknownTypeEndsTheChannel() throws Exception {
    assertEndsTheChannel(path -> send(path, (byte) 77, 0, 0, 0, 0));
  }

  private static void send(
      UcxPath path, byte type, int sequence, int length, int frames, long bytes) {
    SendOperation operation = path.worker().operation();
    Frame.write(operation.block, path.remoteStreamId(), sequence, type, length, frames, bytes);
    path.worker().sendEager(path.endpoint(), operation, length);
  }

  private static void assertEndsTheChannel(Consumer<UcxPath> rogue) throws Exception {
    try (Pair pair = new Pair()) {
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      ForkedPeer.Ending ending = new ForkedPeer.Ending();
      Channel listener = pair.listen(ending);
      SocketChannel channel = pair.connect(listener, new ChannelInboundHandlerAdapter());
      UcxPath path = (UcxPath) ((UcxSocketChannel) channel).currentPath();
      channel.eventLoop().submit(() -> rogue.accept(path)).sync();

      assertThat(ending.cause.get(10, TimeUnit.SECONDS)).hasMessageContaining("broke the protocol");
      ending.inactive.get(10, TimeUnit.SECONDS);
    }
  }
}
