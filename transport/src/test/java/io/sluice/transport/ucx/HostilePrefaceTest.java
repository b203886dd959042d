package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.socket.SocketChannel;
import java.io.InputStream;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers' bytes against a server in a process of its own, which must live. */
@Timeout(60)
class HostilePrefaceTest {
  private static final byte[] MAGIC = {(byte) 0xf5, 'S', 'l', 'u', 'c', 'x', '\r', '\n'};
  private static ForkedPeer peer;

  @BeforeAll
  static void start() throws Exception {
    peer = ForkedPeer.start("echo");
  }

  @AfterAll
  static void stop() throws Exception {
    peer.close();
  }

  @Test
  void randomMessagesOfEveryTypeAndLengthLeaveTheServerServing() throws Exception {
    Random random = new Random(11);
    for (int i = 0; i < 300; i++) {
      byte[] body = new byte[random.nextInt(4_200)];
      random.nextBytes(body);
      byte[] message = new byte[12 + body.length];
      System.arraycopy(MAGIC, 0, message, 0, 8);
      message[8] = (byte) random.nextInt(9);
      message[9] = 1;
      message[10] = (byte) (body.length >> 8);
      message[11] = (byte) body.length;
      System.arraycopy(body, 0, message, 12, body.length);
      try (Socket socket = new Socket(peer.address().getAddress(), peer.address().getPort())) {
        socket.getOutputStream().write(message);
        socket.shutdownOutput();
        drain(socket.getInputStream());
      }
    }
    assertServes();
  }

  @Test
  void aPeerWithAnotherKeyStaysOnTcp() throws Exception {
    try (Pair pair = new Pair()) {
      UcxEchoTest.Collector collector = new UcxEchoTest.Collector(3);
      SocketChannel channel =
          (SocketChannel)
              pair.client
                  .option(
                      UcxChannelOption.UCX_KEY,
                      new javax.crypto.spec.SecretKeySpec(new byte[32], "other"))
                  .handler(collector)
                  .connect(peer.address())
                  .sync()
                  .channel();
      channel.writeAndFlush(io.netty.buffer.Unpooled.copiedBuffer(new byte[] {1, 2, 3})).sync();
      assertThat(collector.bytes.get(10, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
      assertThat(((UcxSocketChannel) channel).path()).contains("does not hold the same key");
    }
  }

  @Test
  void plainClientsAreServedOnTheSamePort() throws Exception {
    try (Socket socket = new Socket(peer.address().getAddress(), peer.address().getPort())) {
      socket.getOutputStream().write(new byte[] {(byte) 0xf5, 'S', 'x'});
      assertThat(socket.getInputStream().readNBytes(3)).containsExactly(0xf5, 'S', 'x');
    }
  }

  private static void assertServes() throws Exception {
    assertThat(peer.isAlive()).isTrue();
    try (Pair pair = new Pair()) {
      UcxEchoTest.Collector collector = new UcxEchoTest.Collector(3);
      SocketChannel channel =
          (SocketChannel)
              pair.client
                  .option(UcxChannelOption.UCX_REQUIRED, true)
                  .handler(collector)
                  .connect(peer.address())
                  .sync()
                  .channel();
      channel.writeAndFlush(io.netty.buffer.Unpooled.copiedBuffer(new byte[] {1, 2, 3})).sync();
      assertThat(collector.bytes.get(10, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
    }
  }

  private static void drain(InputStream in) {
    try {
      in.skip(1 << 20);
      while (in.read() >= 0) {
        // To the end.
      }
    } catch (java.io.IOException e) {
      // A reset is an answer as well.
    }
  }
}
