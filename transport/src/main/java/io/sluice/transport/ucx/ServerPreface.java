package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.crypto.SecretKey;

/**
 * The accepting side: looks at the first bytes. What is no preface goes to the channel as it is;
 * what the channel writes meanwhile waits, for a bounded time.
 */
final class ServerPreface extends Preface {
  /** For the client's next message, once it has begun with a preface. */
  private static final int MESSAGE_MILLIS = 10_000;

  /** For the client's end, once the channel is closed without having seen a preface. */
  private static final int CLOSE_MILLIS = 1_000;

  private SecretKey key;
  private byte[] clientHello;
  private byte[] hello;
  private PeerFacts client;
  private boolean connected;
  private boolean waiting;
  private boolean outputEnded;

  /** Set once the server has spoken over TCP: a preface that still comes is swallowed. */
  private TcpPath late;

  private boolean closing;

  ServerPreface(UcxSocketChannel channel) {
    super(channel);
  }

  @Override
  public void socketReady(int events) {
    if (closing) {
      drainBeforeClose();
      return;
    }
    if (late != null && (events & TcpChannel.OUT) != 0) {
      late.socketReady(TcpChannel.OUT);
    }
    if (!channel.isOpen() || !channel.isOn(this)) {
      return;
    }
    try {
      switch (reader.read(channel.socket())) {
        case MORE -> {
          if (!reader.isEmpty() && clientHello == null && !waiting) {
            // Begins like a preface: the rest must come soon, or it is none.
            wait(channel.config().prefaceWaitMillis());
          }
        }
        case MESSAGE -> received(reader.message());
        case OTHER -> notAPreface();
        case END -> {
          if (clientHello != null) {
            throw new IOException("the client closed during the UCX preface");
          }
          notAPreface();
        }
      }
    } catch (IOException e) {
      if (clientHello == null) {
        // A broken connection: its path finds the error again and tells it.
        notAPreface();
      } else {
        broken(e);
      }
    }
  }

  private void notAPreface() {
    if (clientHello != null) {
      broken(new IOException("the client broke off the UCX preface"));
    } else if (late != null) {
      late.first(reader.bytes());
      channel.switchTo(late);
    } else {
      stay(new PrefaceException(Fallback.NO_PREFACE, "the client sent no preface"), reader.bytes());
    }
  }

  private void wait(int millis) {
    waiting = true;
    within(millis, this::waited);
  }

  private void waited() {
    if (!reader.isEmpty()) {
      notAPreface();
    } else if (isHolding() || outputEnded) {
      speak();
    }
    waiting = false;
  }

  /** The client has not spoken in time: what was written goes out over TCP. */
  private void speak() {
    late = new TcpPath(channel, "TCP, because the server spoke before the client did", null);
    Upgrades.stayed(
        new PrefaceException(Fallback.TOO_LATE, "the server spoke before the client did"));
    if (channel.config().isRequired()) {
      broken(new IOException("UCX is required, but the client sent no preface"));
    } else {
      try {
        if (held() != null) {
          late.write(held());
        }
      } catch (Exception e) {
        broken(e instanceof IOException io ? io : new IOException(e));
        return;
      }
      release();
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    if (late != null) {
      late.shutdownOutput();
    } else {
      super.shutdownOutput();
      outputEnded = true;
      speakInTime();
    }
  }

  @Override
  public void write(ChannelOutboundBuffer in) throws Exception {
    super.write(in);
    if (late != null) {
      late.write(in);
    } else {
      speakInTime();
    }
  }

  /** The server has something to say, which waits for a preface, but not for long. */
  private void speakInTime() {
    if (clientHello != null || waiting) {
      return;
    }
    int millis = channel.config().prefaceWaitMillis();
    if (millis == 0) {
      // Its preface may be there already.
      socketReady(TcpChannel.IN);
      if (channel.isOn(this) && clientHello == null && channel.isOpen()) {
        speak();
      }
    } else {
      wait(millis);
    }
  }

  @Override
  void received(PrefaceMessage message) throws IOException {
    switch (message.type()) {
      case PrefaceMessage.CLIENT_HELLO -> {
        if (clientHello != null) {
          throw new IOException("the client greeted twice");
        }
        if (late != null) {
          channel.switchTo(late);
          return;
        }
        clientHello = message.body();
        within(
            MESSAGE_MILLIS,
            () -> broken(new IOException("the client did not finish the UCX preface in time")));
        orDecline(this::answerHello);
      }
      case PrefaceMessage.CLIENT_PROOF -> {
        if (hello == null || connected) {
          throw new IOException("the client proved out of turn");
        }
        connected = true;
        orDecline(() -> answerProof(message));
      }
      case PrefaceMessage.SWITCH -> {
        if (!connected) {
          throw new IOException("the client switched out of turn");
        }
        upgrade();
      }
      case PrefaceMessage.STAY -> {
        if (hello == null) {
          throw new IOException("the client stayed out of turn");
        }
        stay(message.reason(), null);
      }
      default -> throw new IOException("the client sent preface message " + message.type());
    }
  }

  /** A step that may find a reason to stay on TCP. */
  private interface Step {
    void run() throws IOException;
  }

  private void orDecline(Step step) throws IOException {
    try {
      step.run();
    } catch (PrefaceException e) {
      PrefaceMessage.refusal(PrefaceMessage.DECLINE, e.fallback(), e.getMessage())
          .send(channel.socket());
      stay(e, null);
    }
  }

  private void answerHello() throws IOException {
    ByteBuf in = Unpooled.wrappedBuffer(clientHello);
    if (in.readableBytes() < 1 + Proof.NONCE_BYTES) {
      throw new PrefaceException(Fallback.NO_UCX, "the client's hello is too short");
    }
    boolean keyed = in.readByte() != 0;
    in.skipBytes(Proof.NONCE_BYTES);
    client = PeerFacts.readFrom(in);
    key = keyed ? channel.config().key() : null;
    InetSocketAddress remote = channel.remoteAddress();
    if (keyed && key == null) {
      throw new PrefaceException(Fallback.NOT_PROVED, "this side has no key");
    }
    if (!keyed && (remote == null || !channel.config().trusted().contains(remote.getAddress()))) {
      throw new PrefaceException(Fallback.NOT_PROVED, "the client has no key and is not trusted");
    }
    PrefaceException obstacle = obstacle(channel);
    if (obstacle != null) {
      throw obstacle;
    }
    Lane lane = PeerFacts.own().common(client);
    ByteBuf body = Unpooled.buffer();
    WorkerId worker = UcxPath.worker(channel, lane).id();
    body.writeByte(lane.bit);
    body.writeLong(worker.value().getMostSignificantBits());
    body.writeLong(worker.value().getLeastSignificantBits());
    body.writeBytes(nonce());
    PeerFacts.own().writeTo(body);
    hello = bytes(body);
    new PrefaceMessage(PrefaceMessage.SERVER_HELLO, hello).send(channel.socket());
  }

  private void answerProof(PrefaceMessage message) throws IOException {
    Offer offer = checked(message, key, Proof.CLIENT, clientHello, hello);
    ucx = UcxPath.open(channel, PeerFacts.own().common(client), offer.worker());
    ucx.connect(offer, client);
    new PrefaceMessage(
            PrefaceMessage.SERVER_PROOF, proved(ucx.offer(), key, Proof.SERVER, clientHello, hello))
        .send(channel.socket());
  }

  /**
   * Closes so that what was written arrives: closing with a preface unread would reset the
   * connection, so that is read first, for a bounded time.
   */
  @Override
  public void close() throws IOException {
    if (channel.resetsOnClose() || !channel.isRegistered()) {
      super.close();
      return;
    }
    closing = true;
    abandon();
    channel.socket().shutdown(false, true);
    within(CLOSE_MILLIS, this::closed);
    drainBeforeClose();
  }

  private void drainBeforeClose() {
    try {
      PrefaceMessage.Reader.Found found;
      do {
        found = reader.read(channel.socket());
      } while (found == PrefaceMessage.Reader.Found.MESSAGE);
      if (found != PrefaceMessage.Reader.Found.MORE) {
        closed();
      }
    } catch (IOException e) {
      closed();
    }
  }

  private void closed() {
    cancelTimeout();
    channel.closeSocket(false);
  }
}
