package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;

/**
 * The talk over TCP that decides what carries a channel. It is the channel's path while it lasts;
 * its two sides are {@link ClientPreface} and {@link ServerPreface}:
 *
 * <pre>
 * client                                         server
 * CLIENT_HELLO  facts, nonce            -&gt;
 *                                       &lt;-  SERVER_HELLO  facts, nonce, lane, worker
 * CLIENT_PROOF  proof, offer            -&gt;        or DECLINE  reason
 *                                       &lt;-  SERVER_PROOF  proof, offer
 * PROBE over UCX                        -&gt;        or DECLINE  reason
 *                                       &lt;-  PROBE_ACK over UCX
 * SWITCH, or STAY  reason               -&gt;
 * </pre>
 *
 * <p>Behind a DECLINE or a STAY the connection is plain TCP, from the next byte on.
 */
abstract class Preface implements Path {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(Preface.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  final UcxSocketChannel channel;
  final PrefaceMessage.Reader reader = new PrefaceMessage.Reader();
  UcxPath ucx;
  private ChannelOutboundBuffer held;
  private List<Runnable> afterwards = new ArrayList<>();
  private Future<?> timeout;

  Preface(UcxSocketChannel channel) {
    this.channel = channel;
  }

  static byte[] nonce() {
    byte[] nonce = new byte[Proof.NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  /** Runs {@code late} unless the preface is decided in time. */
  final void within(long millis, Runnable late) {
    cancelTimeout();
    timeout = channel.eventLoop().schedule(late, millis, TimeUnit.MILLISECONDS);
  }

  final void cancelTimeout() {
    if (timeout != null) {
      timeout.cancel(false);
      timeout = null;
    }
  }

  /** Holds back what the channel has flushed. */
  @Override
  public void write(ChannelOutboundBuffer in) throws Exception {
    held = in;
  }

  final ChannelOutboundBuffer held() {
    return held;
  }

  /** Whether flushed bytes wait here, so that ending the output must wait as well. */
  final boolean isHolding() {
    return held != null && !held.isEmpty() && afterwards != null;
  }

  /** Whether something waits for the way to be known, such as the end of the output. */
  final boolean isAwaited() {
    return isHolding() || (afterwards != null && !afterwards.isEmpty());
  }

  /** Runs {@code task} when what was held has gone its way. */
  final void afterwards(Runnable task) {
    afterwards.add(task);
  }

  /** What was held has gone its way, or is lost. */
  final void release() {
    List<Runnable> tasks = afterwards;
    afterwards = null;
    if (tasks != null) {
      tasks.forEach(Runnable::run);
    }
  }

  /** Handles a message of the peer. */
  abstract void received(PrefaceMessage message) throws IOException;

  /** Splits a proof message, checks the proof and, only then, reads the offer. */
  static Offer checked(
      PrefaceMessage message, SecretKey key, String role, byte[] clientHello, byte[] serverHello)
      throws PrefaceException {
    byte[] body = message.body();
    if (body.length < Proof.BYTES) {
      throw new PrefaceException(Fallback.NOT_PROVED, "the proof is too short");
    }
    byte[] subject = Arrays.copyOfRange(body, Proof.BYTES, body.length);
    byte[] expected = Proof.of(key, role, clientHello, serverHello, subject);
    if (!Proof.matches(expected, Arrays.copyOf(body, Proof.BYTES))) {
      throw new PrefaceException(
          Fallback.NOT_PROVED, "the peer does not hold the same key as this side");
    }
    return Offer.readFrom(Unpooled.wrappedBuffer(subject));
  }

  static byte[] proved(
      Offer offer, SecretKey key, String role, byte[] clientHello, byte[] serverHello) {
    ByteBuf subject = Unpooled.buffer();
    offer.writeTo(subject);
    byte[] bytes = bytes(subject);
    ByteBuf body = Unpooled.buffer();
    body.writeBytes(Proof.of(key, role, clientHello, serverHello, bytes)).writeBytes(bytes);
    return bytes(body);
  }

  static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }

  /** Why this channel can't even begin, or {@code null}. */
  static PrefaceException obstacle(UcxSocketChannel channel) {
    if (channel.handler() == null) {
      return new PrefaceException(Fallback.NO_LOOP, "the event loop is not the UCX transport's");
    }
    Throwable cause = UcxLibrary.unavailabilityCause();
    if (cause != null) {
      return new PrefaceException(Fallback.NO_UCX, "UCX is not available: " + cause.getMessage());
    }
    if (Domain.usable().isEmpty()) {
      return new PrefaceException(Fallback.NO_LANE, "no lane of UCX can be used on this host");
    }
    return null;
  }

  /** Ends the preface: the channel goes on over UCX. */
  final void upgrade() {
    cancelTimeout();
    UcxPath path = ucx;
    ucx = null;
    Upgrades.upgraded(path.lane());
    // Open first: what was held is written now, and its listeners may close the channel.
    path.open();
    channel.switchTo(path);
    release();
  }

  /** Ends the preface: the channel goes on over TCP, or is closed where that is not wanted. */
  final void stay(PrefaceException reason, ByteBuf first) {
    cancelTimeout();
    abandon();
    Upgrades.stayed(reason);
    if (channel.config().isRequired()) {
      if (first != null) {
        first.release();
      }
      channel.refuse(new IOException("UCX is required, but " + reason.getMessage(), reason));
    } else {
      channel.switchTo(new TcpPath(channel, "TCP, because " + reason.getMessage(), first));
    }
    release();
  }

  /** Ends the preface and the channel: neither way is safe to go. */
  final void broken(IOException cause) {
    cancelTimeout();
    abandon();
    logger.debug("{} The preface failed", channel, cause);
    channel.refuse(cause);
    release();
  }

  final void abandon() {
    if (ucx != null) {
      ucx.abandon();
      ucx = null;
    }
  }

  @Override
  public String description() {
    return "TCP, because the preface is not finished";
  }

  @Override
  public void readWanted() {}

  @Override
  public void shutdownInput() {}

  @Override
  public void shutdownOutput() throws IOException {
    // Nothing was written: it goes to the path that comes.
    afterwards(channel::shutdownPathOutput);
  }

  @Override
  public void close() throws IOException {
    cancelTimeout();
    abandon();
    channel.closeSocket(false);
  }
}
