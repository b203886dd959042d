package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Proof;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.util.concurrent.CompletableFuture;

/**
 * The client's side of proving the key: hello, hello, proof, proof. The client proves first, so
 * that a server tells nothing to a stranger but its hello.
 */
final class ClientHandshake implements FrameReader.Target {
  private final byte[] key;
  private final Hello mine;
  private final CompletableFuture<Peer> peer = new CompletableFuture<>();
  private final Landing landing = new Landing();
  private final FrameReader reader = new FrameReader(this, Frames.MOST_HELLO, 0);
  private Channel channel;
  private byte[] myHello;
  private byte[] theirHello;
  private Hello theirs;

  /**
   * A peer that has proved itself.
   *
   * @param channel to it
   * @param reader whose target is to be set at once, on the event loop
   * @param landing of the channel
   * @param hello what it said
   */
  record Peer(Channel channel, FrameReader reader, Landing landing, Hello hello) {}

  ClientHandshake(byte[] key, Hello mine) {
    this.key = key.clone();
    this.mine = mine;
  }

  /** Prepares a channel that is being connected. */
  void install(Channel newChannel) {
    channel = newChannel;
    channel.config().setRecvByteBufAllocator(landing);
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelActive(ChannelHandlerContext context) {
                begin();
                context.fireChannelActive();
              }
            })
        .addLast(reader);
  }

  /** Completes on the event loop, with a peer or a {@link SessionException}. */
  CompletableFuture<Peer> peer() {
    return peer;
  }

  private void begin() {
    ByteBuf payload = Unpooled.buffer();
    mine.write(payload);
    myHello = ByteBufUtil.getBytes(payload);
    new Control(channel).send(Type.HELLO, 0, 0, 0, out -> out.writeBytes(myHello));
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    if (frame.type() == Type.REFUSED) {
      Trouble trouble = Trouble.read(payload);
      fail(new SessionException(trouble.kind(), trouble.cause(), false));
    } else if (frame.type() == Type.HELLO && theirs == null) {
      theirHello = ByteBufUtil.getBytes(payload);
      theirs = Hello.read(payload);
      if (theirs.major() != Hello.MAJOR) {
        fail(
            SessionException.connect(
                "the peer's protocol is another: " + Handshakes.versions(theirs)));
        return;
      }
      byte[] proof = Proof.ofClient(key, myHello, theirHello);
      new Control(channel).send(Type.PROOF, 0, 0, 0, out -> out.writeBytes(proof));
    } else if (frame.type() == Type.PROOF && theirs != null) {
      byte[] expected = Proof.ofServer(key, myHello, theirHello);
      if (Proof.same(expected, ByteBufUtil.getBytes(payload))) {
        peer.complete(new Peer(channel, reader, landing, theirs));
      } else {
        fail(SessionException.connect("the server does not hold the key"));
      }
    } else {
      throw new Fields.MalformedException("the peer does not speak SLUICE/1");
    }
  }

  private void fail(SessionException cause) {
    peer.completeExceptionally(cause);
    channel.close();
  }

  @Override
  public void broken(Throwable cause) {
    landing.close();
    peer.completeExceptionally(
        new SessionException(
            io.sluice.mover.Failure.Kind.CONNECT,
            cause == null
                ? "the peer closed the connection before it proved its key: it is going down, or has too"
                    + " many connections that have not proved theirs"
                : "what answers does not speak SLUICE/1, or the line changes bytes: "
                    + cause.getMessage(),
            true));
  }
}
