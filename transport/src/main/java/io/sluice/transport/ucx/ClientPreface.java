package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.util.UUID;
import javax.crypto.SecretKey;

/** The connecting side: speaks first, and decides in the end. */
final class ClientPreface extends Preface {
  /** For the server's two answers together. */
  private static final int ANSWER_MILLIS = 10_000;

  /** For the probe's way over UCX and back. */
  private static final int PROBE_MILLIS = 2_000;

  private final SecretKey key;
  private byte[] hello;
  private byte[] serverHello;
  private PeerFacts server;
  private boolean probing;

  /**
   * @param key the key to prove, or {@code null} towards a trusted network
   */
  ClientPreface(UcxSocketChannel channel, SecretKey key) {
    super(channel);
    this.key = key;
  }

  void start() throws IOException {
    ByteBuf body = Unpooled.buffer();
    body.writeByte(key == null ? 0 : 1).writeBytes(nonce());
    PeerFacts.own().writeTo(body);
    hello = bytes(body);
    channel.interest(TcpChannel.IN, 0);
    new PrefaceMessage(PrefaceMessage.CLIENT_HELLO, hello).send(channel.socket());
    within(
        ANSWER_MILLIS,
        () ->
            broken(
                new ConnectTimeoutException(
                    "the server did not answer the UCX preface in "
                        + ANSWER_MILLIS
                        + " ms: does it serve the ucx transport?")));
  }

  @Override
  public void socketReady(int events) {
    try {
      switch (reader.read(channel.socket())) {
        case MORE -> {}
        case MESSAGE -> received(reader.message());
        case OTHER -> {
          if (serverHello != null) {
            throw new IOException("the server broke off the UCX preface");
          }
          stay(
              new PrefaceException(Fallback.TOO_LATE, "the server did not answer the preface"),
              reader.bytes());
        }
        case END ->
            stay(new PrefaceException(Fallback.TOO_LATE, "the server closed at once"), null);
      }
    } catch (IOException e) {
      broken(e);
    }
  }

  @Override
  void received(PrefaceMessage message) throws IOException {
    switch (message.type()) {
      case PrefaceMessage.SERVER_HELLO -> {
        if (serverHello != null) {
          throw new IOException("the server greeted twice");
        }
        serverHello = message.body();
        answerHello();
      }
      case PrefaceMessage.SERVER_PROOF -> {
        if (serverHello == null || ucx == null || probing) {
          throw new IOException("the server proved out of turn");
        }
        probe(message);
      }
      case PrefaceMessage.DECLINE -> {
        if (probing) {
          throw new IOException("the server declined out of turn");
        }
        stay(message.reason(), null);
      }
      default -> throw new IOException("the server sent preface message " + message.type());
    }
  }

  private void answerHello() throws IOException {
    try {
      ByteBuf in = Unpooled.wrappedBuffer(serverHello);
      if (in.readableBytes() < 1 + 16 + Proof.NONCE_BYTES) {
        throw new PrefaceException(Fallback.NO_UCX, "the server's hello is too short");
      }
      int lane = in.readUnsignedByte();
      WorkerId worker = new WorkerId(new UUID(in.readLong(), in.readLong()));
      in.skipBytes(Proof.NONCE_BYTES);
      server = PeerFacts.readFrom(in);
      Lane common = PeerFacts.own().common(server);
      if (common.bit != lane) {
        throw new PrefaceException(Fallback.NO_LANE, "the two sides choose different lanes");
      }
      ucx = UcxPath.open(channel, common, worker);
    } catch (PrefaceException e) {
      sendStay(e);
      return;
    }
    new PrefaceMessage(
            PrefaceMessage.CLIENT_PROOF, proved(ucx.offer(), key, Proof.CLIENT, hello, serverHello))
        .send(channel.socket());
  }

  private void probe(PrefaceMessage message) throws IOException {
    probing = true;
    try {
      ucx.connect(checked(message, key, Proof.SERVER, hello, serverHello), server);
    } catch (PrefaceException e) {
      sendStay(e);
      return;
    }
    ucx.probe(
        () -> {
          try {
            new PrefaceMessage(PrefaceMessage.SWITCH, new byte[0]).send(channel.socket());
            upgrade();
          } catch (IOException e) {
            broken(e);
          }
        });
    within(
        PROBE_MILLIS,
        () -> {
          try {
            ucx.unreachable();
            sendStay(new PrefaceException(Fallback.NO_PATH, "no frame came through over UCX"));
          } catch (IOException e) {
            broken(e);
          }
        });
  }

  private void sendStay(PrefaceException reason) throws IOException {
    PrefaceMessage.refusal(PrefaceMessage.STAY, reason.fallback(), reason.getMessage())
        .send(channel.socket());
    stay(reason, null);
  }
}
