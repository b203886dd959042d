package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.sluice.mover.Failure;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Proof;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The server's side of proving the key. Until the client has proved it, at most 4 KiB are read, for
 * at most 10 s, and no file is touched.
 */
final class ServerHandshake implements FrameReader.Target {
  private static final long SECONDS = 10;

  private final byte[] key;
  private final Listener listener;
  private final Channel channel;
  private final Landing landing = new Landing();
  private final FrameReader reader = new FrameReader(this, Frames.MOST_HELLO, 0);
  private final Future<?> deadline;
  private byte[] theirHello;
  private byte[] myHello;
  private Hello theirs;
  private Hello mine;
  private boolean settled;

  /** Who accepts connections. On the channel's event loop. */
  interface Listener {
    /** This side's answer; a session that is not known is refused by {@code null}. */
    Hello answer(Channel channel, Hello client);

    /** The client has proved the key. The reader's target is to be set at once. */
    void accepted(Channel channel, FrameReader reader, Landing landing, Hello client, Hello server);

    /** The connection is no longer pending: it was accepted or it is closed. */
    void settled();
  }

  ServerHandshake(Channel channel, byte[] key, Listener listener) {
    this.channel = channel;
    this.key = key.clone();
    this.listener = listener;
    channel.config().setRecvByteBufAllocator(landing);
    channel.pipeline().addLast(reader);
    deadline = channel.eventLoop().schedule(() -> channel.close(), SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    if (frame.type() == Type.HELLO && theirs == null) {
      theirHello = ByteBufUtil.getBytes(payload);
      theirs = Hello.read(payload);
      if (theirs.major() != Hello.MAJOR) {
        refuse("the client's protocol is another: " + Handshakes.versions(theirs));
        return;
      }
      mine = listener.answer(channel, theirs);
      if (mine == null) {
        refuse("the session that this stream belongs to is over");
        return;
      }
      ByteBuf out = Unpooled.buffer();
      mine.write(out);
      myHello = ByteBufUtil.getBytes(out);
      new Control(channel).send(Type.HELLO, 0, 0, 0, to -> to.writeBytes(myHello));
    } else if (frame.type() == Type.PROOF && theirs != null) {
      byte[] expected = Proof.ofClient(key, theirHello, myHello);
      if (!Proof.same(expected, ByteBufUtil.getBytes(payload))) {
        refuse("the key is not the server's: compare the token files of both sides");
        return;
      }
      byte[] proof = Proof.ofServer(key, theirHello, myHello);
      new Control(channel).send(Type.PROOF, 0, 0, 0, to -> to.writeBytes(proof));
      settle();
      listener.accepted(channel, reader, landing, theirs, mine);
    } else {
      throw new Fields.MalformedException("the peer does not speak SLUICE/1");
    }
  }

  private void refuse(String reason) {
    new Control(channel)
        .send(Type.REFUSED, 0, 0, 0, new Trouble(Failure.Kind.CONNECT, null, reason)::write)
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void settle() {
    if (!settled) {
      settled = true;
      deadline.cancel(false);
      listener.settled();
    }
  }

  @Override
  public void broken(Throwable cause) {
    landing.close();
    settle();
  }
}
