package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * A channel's bytes over UCX. It begins while the preface is on its way, when only probes pass;
 * carries the channel from the switch on; and lingers after the channel is closed until the peer
 * has acknowledged the end of the stream, so that what was flushed is not lost.
 *
 * <p>The TCP connection beneath stays: its end without an end of stream before is the peer's death.
 */
final class UcxPath implements Path {
  /** How long a closed channel's bytes may take to arrive. */
  private static final long LINGER_SECONDS = 30;

  /** Between two looks at whether the peer can still be heard over UCX. */
  private static final int BEAT_SECONDS = 2;

  /** Silent beats, each with a probe, after which the path is taken for dead. */
  private static final int MAX_SILENT_BEATS = 5;

  /** What the path is for. */
  private enum State {
    PROVING,
    OPEN,
    LINGERING,
    ENDED
  }

  private final UcxSocketChannel channel;
  private final UcxWorker worker;
  private final long streamId;
  private final long localPairId;
  private final Inbound inbound;
  private Outbound outbound;
  private PeerEndpoint endpoint;
  private long remoteStreamId;
  private State state = State.PROVING;
  private boolean queued;
  private boolean probed;
  private Runnable whenProved;
  private boolean peerAlive = true;
  private boolean connectionEnded;
  private IOException failure;
  private boolean inputEnded;
  private Future<?> lingering;
  private Future<?> beating;
  private boolean heard;
  private int silentBeats;
  private final UncheckedBooleanSupplier more;

  private UcxPath(UcxSocketChannel channel, UcxWorker worker, WorkerId remote) {
    this.channel = channel;
    this.worker = worker;
    this.inbound = new Inbound(this);
    this.more = inbound::hasNext;
    this.localPairId = worker.pairIdFor(remote);
    this.streamId = worker.newId();
    worker.add(streamId, this);
  }

  /** The worker that a channel's loop has for a lane. */
  static UcxWorker worker(UcxSocketChannel channel, Lane lane) throws IOException {
    try {
      return channel.handler().worker(lane);
    } catch (Exception e) {
      throw new PrefaceException(Fallback.NO_LANE, "no UCX worker can be made: " + e.getMessage());
    }
  }

  /** Begins a path from a channel to a peer's worker. */
  static UcxPath open(UcxSocketChannel channel, Lane lane, WorkerId remote) throws IOException {
    return new UcxPath(channel, worker(channel, lane), remote);
  }

  /** What the peer needs to send frames here. */
  Offer offer() {
    return new Offer(
        worker.id(), worker.address(), localPairId, streamId, Inbound.WINDOW, Inbound.FRAMES);
  }

  /** Makes or joins the endpoint to a peer that has proved itself. */
  void connect(Offer peer, PeerFacts facts) throws IOException {
    if (!WorkerAddress.isLike(
        worker.lane(), worker.address(), PeerFacts.own().pid(), peer.address(), facts.pid())) {
      throw new PrefaceException(
          Fallback.NO_PATH, "the address of the peer's worker is of another format");
    }
    try {
      endpoint = worker.endpoint(peer, facts, localPairId);
    } catch (RuntimeException e) {
      worker.suspect();
      throw new PrefaceException(
          Fallback.NO_PATH, "UCX cannot reach the peer's worker: " + e.getMessage());
    }
    endpoint.retain();
    remoteStreamId = peer.streamId();
    outbound = new Outbound(this, peer, channel.rendezvousThreshold(worker.lane()));
  }

  /** Sends a probe; {@code whenProved} runs when the answer came back over UCX. */
  void probe(Runnable proved) {
    whenProved = proved;
    control(Frame.PROBE);
  }

  /** The channel's bytes go this way from now on. */
  void open() {
    state = State.OPEN;
    if (worker.lane() != Lane.SHARED_MEMORY) {
      // A link may be cut, which neither UCX nor an idle TCP connection tells in useful time.
      channel.keepAlive();
      beating =
          channel
              .eventLoop()
              .scheduleAtFixedRate(this::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    }
    wake();
  }

  private void beat() {
    if (heard) {
      heard = false;
      silentBeats = 0;
    } else if (++silentBeats > MAX_SILENT_BEATS) {
      failure =
          new SocketException(
              "nothing came over UCX for " + BEAT_SECONDS * MAX_SILENT_BEATS + " s");
      wake();
    } else {
      control(Frame.PROBE);
    }
  }

  /** No frame came through: neither worker nor endpoint is to be relied on. */
  void unreachable() {
    worker.suspect();
  }

  Lane lane() {
    return worker.lane();
  }

  // What frames bring, inside of UCX's progress.

  int received(long header, UcpAmData data) {
    try {
      if (outbound != null && state != State.ENDED) {
        return take(header, data);
      }
    } catch (ProtocolException e) {
      failure = new IOException("the peer broke the protocol: " + e.getMessage(), e);
      wake();
    }
    return UcsConstants.STATUS.UCS_OK;
  }

  private int take(long header, UcpAmData data) throws ProtocolException {
    int type = Frame.type(header);
    int length = Frame.length(header);
    if (type <= Frame.CREDIT) {
      outbound.credit(Frame.frameLimit(header), Frame.byteLimit(header));
    }
    heard = true;
    int answer = UcsConstants.STATUS.UCS_OK;
    switch (type) {
      case Frame.DATA -> {
        counters().add(Counter.EAGER_RECEIVED, 1);
        counters().add(Counter.EAGER_BYTES_RECEIVED, length);
        answer = inbound.numbered(type, Frame.sequence(header), length, data);
      }
      case Frame.BULK -> {
        counters().add(Counter.RENDEZVOUS_RECEIVED, 1);
        counters().add(Counter.RENDEZVOUS_BYTES_RECEIVED, length);
        answer = inbound.numbered(type, Frame.sequence(header), length, data);
      }
      case Frame.FIN -> answer = inbound.numbered(type, Frame.sequence(header), length, data);
      case Frame.FIN_ACK -> outbound.endAcknowledged();
      case Frame.CREDIT -> {}
      case Frame.PROBE -> probed = true;
      case Frame.PROBE_ACK -> {
        if (whenProved != null) {
          probed = true;
        } else if (beating == null) {
          throw new ProtocolException("an answer to no probe");
        }
      }
      default -> throw new ProtocolException("frame type " + type);
    }
    wake();
    return answer;
  }

  /** Has {@link #run} called once, outside of UCX's progress. */
  void wake() {
    if (!queued) {
      queued = true;
      worker.ready(this);
    }
  }

  /** Does what has become possible. */
  void run() {
    queued = false;
    if (state == State.ENDED) {
      return;
    }
    if (probed) {
      probed = false;
      if (whenProved != null) {
        Runnable proved = whenProved;
        whenProved = null;
        proved.run();
      } else {
        control(Frame.PROBE_ACK);
      }
    }
    if (state == State.PROVING) {
      return;
    }
    if (peerAlive) {
      inbound.fetch(channel.wantsRead());
    }
    if (state == State.OPEN && channel.isOn(this)) {
      deliver();
    }
    if (state == State.OPEN && outbound.isUnblocked()) {
      channel.forceFlush();
    }
    if (state == State.ENDED) {
      return;
    }
    if (peerAlive) {
      if (inbound.acknowledgesEnd()) {
        control(Frame.FIN_ACK);
      } else if (inbound.owesCredit()) {
        control(Frame.CREDIT);
      }
    }
    judge();
  }

  private void judge() {
    if (failure == null && inbound.hasFailed()) {
      failure = new SocketException("Connection reset by peer (its memory cannot be read)");
    }
    if (failure == null && connectionEnded && !inbound.isComplete()) {
      failure =
          new SocketException(
              "Connection reset by peer (the TCP connection ended before the stream did)");
    }
    if (state == State.LINGERING) {
      // A peer that has closed its connection has closed for good: nobody acknowledges any more.
      if (failure != null || connectionEnded || outbound.isEndAcknowledged()) {
        finish();
      }
    } else if (failure != null) {
      channel.fail(failure);
    }
  }

  private void deliver() {
    // The end needs no read: as with epoll, it is told once everything before it was read.
    if (inputEnded || !((channel.wantsRead() && inbound.hasNext()) || inbound.isAtEnd())) {
      return;
    }
    RecvByteBufAllocator.ExtendedHandle handle = channel.readHandle();
    ChannelPipeline pipeline = channel.pipeline();
    handle.reset(channel.config());
    boolean any = false;
    do {
      int guess = Math.max(1, handle.guess());
      handle.attemptedBytesRead(guess);
      ByteBuf buffer = inbound.next(guess);
      if (buffer == null) {
        handle.lastBytesRead(inbound.isAtEnd() ? -1 : 0);
        break;
      }
      handle.lastBytesRead(buffer.readableBytes());
      handle.incMessagesRead(1);
      channel.readTaken();
      any = true;
      pipeline.fireChannelRead(buffer);
    } while (state == State.OPEN && handle.continueReading(more));
    if (any) {
      handle.readComplete();
      pipeline.fireChannelReadComplete();
    }
    if (state != State.OPEN) {
      return;
    }
    if (inbound.isAtEnd() && !inputEnded) {
      if (!any) {
        handle.readComplete();
        pipeline.fireChannelReadComplete();
      }
      inputEnded = true;
      channel.readTaken();
      channel.inputEnded(true);
    } else if (inbound.hasNext() && channel.wantsRead()) {
      wake();
    }
  }

  private void control(byte type) {
    if (endpoint == null || endpoint.failure() != null) {
      return;
    }
    worker.sendControl(
        endpoint, remoteStreamId, 0, type, inbound.tellFrames(), inbound.tellBytes());
  }

  // What the channel asks for.

  @Override
  public String description() {
    return Domain.of(worker.lane()).description();
  }

  @Override
  public void readWanted() {
    if (inbound.hasNext() || inbound.isAtEnd() || inbound.isHolding()) {
      wake();
    }
  }

  @Override
  public void write(ChannelOutboundBuffer in) throws IOException {
    if (connectionEnded || !peerAlive) {
      throw new SocketException("Broken pipe (the peer has closed)");
    }
    outbound.write(in);
  }

  @Override
  public void shutdownOutput() {
    outbound.handedOver();
    if (peerAlive) {
      outbound.end();
    }
  }

  @Override
  public void shutdownInput() {
    inbound.discard();
    inputEnded = true;
    wake();
  }

  @Override
  public void socketReady(int events) {
    if (connectionEnded) {
      return;
    }
    ByteBuffer byteBuffer = ByteBuffer.allocateDirect(1);
    try {
      int read = channel.socket().recv(byteBuffer, 0, 1);
      if (read == 0) {
        return;
      }
      if (read > 0) {
        failure = new IOException("the peer sent bytes over TCP after the switch to UCX");
      }
    } catch (IOException e) {
      // The same sign as an end of file.
    }
    connectionEnded = true;
    channel.ignoreSocket();
    // What the peer sent before it went is in memory already: take it in before judging.
    worker.drain();
    peerAlive = worker.lane() == Lane.SHARED_MEMORY && inbound.isComplete();
    wake();
  }

  @Override
  public void close() throws IOException {
    if (state != State.OPEN
        || failure != null
        || connectionEnded
        || !peerAlive
        || channel.resetsOnClose()) {
      finish();
      return;
    }
    outbound.handedOver();
    inbound.discard();
    outbound.end();
    state = State.LINGERING;
    lingering =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  failure = new SocketException("the peer did not acknowledge the end in time");
                  wake();
                },
                LINGER_SECONDS,
                TimeUnit.SECONDS);
    wake();
  }

  private void finish() {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    if (lingering != null) {
      lingering.cancel(false);
    }
    if (beating != null) {
      beating.cancel(false);
    }
    inbound.release();
    worker.remove(streamId);
    if (endpoint != null) {
      endpoint.release();
    }
    channel.closeSocket(failure != null);
  }

  /** Closes the channel, where it is still open. */
  void closeChannel() {
    if (state == State.OPEN) {
      channel.unsafe().close(channel.unsafe().voidPromise());
    }
  }

  /** The preface ended without a switch: frames of this stream are strays from now on. */
  void abandon() {
    if (state == State.PROVING) {
      state = State.ENDED;
      inbound.release();
      worker.remove(streamId);
      if (endpoint != null) {
        endpoint.release();
      }
    }
  }

  /** The endpoint, its worker or the peer's process is gone. */
  void endpointGone(Throwable cause) {
    peerAlive = false;
    if (failure == null && !(inbound.isComplete() && outbound != null && outbound.isEnded())) {
      failure = (IOException) new SocketException("Connection reset by peer").initCause(cause);
    }
    wake();
  }

  // For the halves.

  UcxWorker worker() {
    return worker;
  }

  PeerEndpoint endpoint() {
    return endpoint;
  }

  Inbound inbound() {
    return inbound;
  }

  Counters counters() {
    return worker.counters();
  }

  long remoteStreamId() {
    return remoteStreamId;
  }

  boolean isPeerAlive() {
    return peerAlive;
  }

  boolean isLingering() {
    return state == State.LINGERING;
  }

  /** Whether large messages are copied into registered memory instead of offered in place. */
  boolean copiesBulk() {
    return worker.lane() == Lane.RDMA;
  }

  ByteBuf allocate(int bytes) {
    return channel.alloc().directBuffer(bytes);
  }

  /** How many bytes the channel's allocator expects the next read to bring. */
  int guess() {
    return channel.unsafe().recvBufAllocHandle().guess();
  }
}
