package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The control channel of an open session: sends signs of life and misses those of the peer, looks
 * after the streams, and hands frames to the session. On the channel's event loop.
 */
final class SessionControl implements FrameReader.Target {
  /** Between two signs of life, whatever time-out either side has. */
  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(500);

  /** A peer that is only busy for a moment is not gone. */
  private static final long LEAST_TIMEOUT = 6 * PERIOD;

  private final Channel channel;
  private final Control control;
  private final long timeoutNanos;
  private final Owner owner;
  private final Landing landing;
  private final Future<?> beat;
  private long heardAt = System.nanoTime();
  private boolean over;

  /** The session. On the channel's event loop. */
  interface Owner {
    void frame(Frame frame, ByteBuf payload);

    void peerTrouble(Trouble trouble);

    /** Time has passed. */
    void beat(long now);

    /** The channel is gone. Called once. */
    void lost(String why);
  }

  SessionControl(Channel channel, Landing landing, long timeoutNanos, Owner owner) {
    this.channel = channel;
    this.control = new Control(channel);
    this.landing = landing;
    this.timeoutNanos = Math.max(timeoutNanos, LEAST_TIMEOUT);
    this.owner = owner;
    landing.grow(64 << 10);
    beat =
        channel.eventLoop().scheduleAtFixedRate(this::beat, PERIOD, PERIOD, TimeUnit.NANOSECONDS);
  }

  Control control() {
    return control;
  }

  private void beat() {
    long now = System.nanoTime();
    if (now - heardAt > timeoutNanos) {
      end(
          "the peer gave no sign of life for "
              + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) / 1000.0
              + " s");
      return;
    }
    control.send(Type.PING, 0, 0, 0);
    owner.beat(now);
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    heardAt = System.nanoTime();
    if (frame.type() == Type.FAILURE) {
      owner.peerTrouble(Trouble.read(payload));
    } else if (frame.type() != Type.PING) {
      owner.frame(frame, payload);
    }
  }

  @Override
  public void broken(Throwable cause) {
    end(
        cause == null
            ? "the connection was closed by the other side"
            : "the connection broke: " + cause.getMessage());
  }

  private void end(String why) {
    if (!over) {
      over = true;
      beat.cancel(false);
      landing.close();
      channel.close();
      owner.lost(why);
    }
  }
}
