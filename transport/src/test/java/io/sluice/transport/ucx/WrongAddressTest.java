package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A peer that holds the key and gives an address of its UCX worker that is none, to a server in a
 * process of its own: UCX takes the address as it is.
 */
@Timeout(90)
class WrongAddressTest {
  private static final long MAGIC = 0xf5536c7563780d0aL;

  @Test
  void anAddressWithAnyByteWrongLeavesTheServerServing() throws Exception {
    try (Pair pair = new Pair();
        ForkedPeer server = ForkedPeer.start("echo")) {
      byte[] address = ownAddress(pair);
      for (int flip : new int[] {0x01, 0x55, 0x80, 0xff}) {
        for (int at = 0; at < address.length; at++) {
          byte[] wrong = address.clone();
          wrong[at] ^= (byte) flip;
          offer(server, wrong);
        }
      }
      assertServes(pair, server);
    }
  }

  @Test
  void anAddressOfRandomBytesOrCutShortLeavesTheServerServing() throws Exception {
    Random random = new Random(5);
    try (Pair pair = new Pair();
        ForkedPeer server = ForkedPeer.start("echo")) {
      byte[] address = ownAddress(pair);
      for (int i = 0; i < 100; i++) {
        byte[] noise = new byte[1 + random.nextInt(200)];
        random.nextBytes(noise);
        offer(server, noise);
      }
      for (int length = 1; length < address.length; length++) {
        offer(server, java.util.Arrays.copyOf(address, length));
      }
      assertServes(pair, server);
    }
  }

  private static byte[] ownAddress(Pair pair) throws Exception {
    Channel listener = pair.listen(new UcxEchoTest.Echo());
    UcxEchoTest.Collector collector = new UcxEchoTest.Collector(1);
    SocketChannel channel = pair.connect(listener, collector);
    channel.writeAndFlush(Unpooled.copiedBuffer(new byte[1])).sync();
    collector.bytes.get(10, TimeUnit.SECONDS);
    UcxPath path = (UcxPath) ((UcxSocketChannel) channel).currentPath();
    ByteBuffer address = path.worker().address().duplicate();
    byte[] bytes = new byte[address.remaining()];
    address.get(bytes);
    return bytes;
  }

  /** Goes through the preface up to the server's answer to the proof. */
  private static void offer(ForkedPeer server, byte[] address) throws IOException {
    ByteBuf hello = Unpooled.buffer();
    hello.writeByte(1).writeBytes(Preface.nonce());
    PeerFacts.own().writeTo(hello);
    byte[] clientHello = Preface.bytes(hello);
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      send(out, PrefaceMessage.CLIENT_HELLO, clientHello);
      byte[] serverHello = receive(in, PrefaceMessage.SERVER_HELLO, PrefaceMessage.SERVER_HELLO);
      Offer offer =
          new Offer(
              WorkerId.random(), ByteBuffer.wrap(address), 1, 2, Inbound.WINDOW, Inbound.FRAMES);
      send(
          out,
          PrefaceMessage.CLIENT_PROOF,
          Preface.proved(offer, Pair.KEY, Proof.CLIENT, clientHello, serverHello));
      receive(in, PrefaceMessage.SERVER_PROOF, PrefaceMessage.DECLINE);
    }
  }

  private static void send(DataOutputStream out, int type, byte[] body) throws IOException {
    ByteBuf message = Unpooled.buffer();
    message.writeLong(MAGIC).writeByte(type).writeByte(PrefaceMessage.VERSION);
    message.writeShort(body.length).writeBytes(body);
    out.write(Preface.bytes(message));
  }

  private static byte[] receive(DataInputStream in, int type, int other) throws IOException {
    assertThat(in.readLong()).isEqualTo(MAGIC);
    assertThat((int) in.readByte()).isIn(type, other);
    in.readByte();
    byte[] body = new byte[in.readUnsignedShort()];
    in.readFully(body);
    return body;
  }

  private static void assertServes(Pair pair, ForkedPeer server) throws Exception {
    UcxEchoTest.Collector collector = new UcxEchoTest.Collector(3);
    SocketChannel channel =
        (SocketChannel)
            pair.client
                .option(UcxChannelOption.UCX_REQUIRED, true)
                .handler(collector)
                .connect(server.address())
                .sync()
                .channel();
    channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {1, 2, 3})).sync();
    assertThat(collector.bytes.get(10, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
  }
}
