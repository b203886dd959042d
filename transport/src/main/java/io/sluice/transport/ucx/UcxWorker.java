package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpAmRecvCallback;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpRequestParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * One UCX worker on one event loop: its endpoints, the streams that frames are for, and every
 * operation that UCX has not completed. Made, used and closed on the loop's thread: UCX checks that
 * and aborts.
 *
 * <p>UCX calls back from inside {@link #progress}; what a callback finds is put into queues here
 * and handled after it, because handling it may run users' code, which may send, close or throw.
 */
final class UcxWorker implements UcpAmRecvCallback {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(UcxWorker.class);

  /** {@code UCS_MEMORY_TYPE_HOST}: the default's number differs between versions of UCX. */
  static final int HOST_MEMORY = 0;

  private static final int BLOCKS_PER_SLAB = 32;
  private static final int MAX_PROGRESS = 64;

  /**
   * Peers over shared memory that may leave before it is replaced: UCX keeps an endpoint that the
   * peer has used, and the peer's memory with it, until the worker is closed.
   */
  static final int MAX_DEPARTED = 16;

  /** How long UCX may say that there is something to do, with nothing to be had, after a death. */
  private static final long STUCK_NANOS = 2_000_000_000L;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final UcxIoHandler handler;
  private final Lane lane;
  private final WorkerId id = WorkerId.random();
  private final UcpRequestParams plain = new UcpRequestParams().setMemoryType(HOST_MEMORY);
  private final LongObjectMap<UcxPath> paths = new LongObjectHashMap<>();
  private final Map<WorkerId, PeerEndpoint> endpoints = new HashMap<>();
  private final LongObjectMap<PeerEndpoint> pairs = new LongObjectHashMap<>();
  private final ArrayDeque<UcxPath> ready = new ArrayDeque<>();
  private final ArrayDeque<SendOperation> finished = new ArrayDeque<>();
  private final ArrayDeque<PeerEndpoint> failed = new ArrayDeque<>();
  private final ArrayDeque<SendOperation> free = new ArrayDeque<>();
  private final Set<SendOperation> outstanding = new HashSet<>();
  private final List<ByteBuffer> slabs = new ArrayList<>();
  private final BulkPool bulk;
  private UcpWorker worker;
  private ByteBuffer address;
  private long handle;
  private IoRegistration registration;
  private boolean suspect;
  private boolean closed;
  private int departed;
  private boolean bereaved;
  private long stuckSince;

  UcxWorker(UcxIoHandler handler, Lane lane) {
    this.handler = handler;
    this.lane = lane;
    this.bulk = new BulkPool(lane);
  }

  /** Makes the worker. The loop's thread must call, and no other may use it from then on. */
  void open() throws Exception {
    worker = Domain.of(lane).context().newWorker(new UcpWorkerParams());
    handle = worker.getNativeId();
    // Before anyone knows the address: a message to an id without a handler aborts libucx 1.13.
    worker.setAmRecvHandler(Frame.ACTIVE_MESSAGE_ID, this, 0);
    address = worker.getAddress();
    registration = handler.registerDescriptor(new Events(new FileDescriptor(worker.getEventFD())));
    registration.submit(EpollIoOps.EPOLLIN);
  }

  Lane lane() {
    return lane;
  }

  WorkerId id() {
    return id;
  }

  ByteBuffer address() {
    return address;
  }

  Counters counters() {
    return handler.counters();
  }

  BulkPool bulk() {
    return bulk;
  }

  UcxIoHandler handler() {
    return handler;
  }

  UcpEndpoint newEndpoint(UcpEndpointParams params) {
    return worker.newEndpoint(params);
  }

  /** A random id that no stream and no pair of this worker has. */
  long newId() {
    for (; ; ) {
      long fresh = RANDOM.nextLong();
      if (fresh != 0 && !paths.containsKey(fresh) && !pairs.containsKey(fresh)) {
        return fresh;
      }
    }
  }

  void add(long streamId, UcxPath path) {
    paths.put(streamId, path);
  }

  void remove(long streamId) {
    paths.remove(streamId);
  }

  /** The id under which the worker of that name will tell about the pair. */
  long pairIdFor(WorkerId remote) {
    PeerEndpoint known = remote == null ? null : endpoints.get(remote);
    return known != null ? known.localPairId() : newId();
  }

  /** The endpoint to a peer's worker, made where it is the first stream between the two. */
  PeerEndpoint endpoint(Offer offer, PeerFacts facts, long localPairId) {
    PeerEndpoint known = endpoints.get(offer.worker());
    if (known == null) {
      known = new PeerEndpoint(this, offer, facts, localPairId);
      endpoints.put(offer.worker(), known);
      pairs.put(localPairId, known);
      PeerProcess.watch(this, known);
    }
    return known;
  }

  /** To how many workers of peers it has an endpoint. */
  int endpoints() {
    return endpoints.size();
  }

  // Progress.

  /** Progresses UCX until it has nothing more, bounded, then handles what came. */
  int progress() {
    int events = drain();
    if (bereaved) {
      examine(events);
    }
    return events + handleQueued();
  }

  /**
   * A peer that was killed may have taken a place in this worker's queue in shared memory without
   * filling it. Nothing behind that place is ever received, whoever sent it, and the queue never
   * counts as empty.
   */
  private void examine(int events) {
    if (events > 0) {
      stuckSince = 0;
    } else if (WorkerArm.arm(handle)) {
      bereaved = false;
      stuckSince = 0;
    } else if (stuckSince == 0) {
      stuckSince = System.nanoTime();
    } else if (System.nanoTime() - stuckSince > STUCK_NANOS) {
      bereaved = false;
      suspect();
      IOException cause = new IOException("another peer died while it wrote to the shared queue");
      for (UcxPath path : paths.values().toArray(new UcxPath[0])) {
        path.endpointGone(cause);
      }
    }
  }

  /** Progresses UCX without handling what comes. */
  int drain() {
    int events = 0;
    try {
      while (events < MAX_PROGRESS) {
        int now = worker.progress();
        if (now == 0) {
          break;
        }
        events += now;
      }
    } catch (Exception e) {
      logger.warn("UCX progress failed on {}", lane, e);
      suspect();
    }
    return events;
  }

  private int handleQueued() {
    int handled = 0;
    SendOperation operation;
    while ((operation = finished.poll()) != null) {
      outstanding.remove(operation);
      settle(operation);
      handled++;
    }
    PeerEndpoint endpoint;
    while ((endpoint = failed.poll()) != null) {
      drop(endpoint, endpoint.failure());
      handled++;
    }
    // Bounded: a path that is ready again is for the next turn, after the loop's other tasks.
    for (int n = ready.size(); n > 0; n--) {
      UcxPath path = ready.poll();
      if (path != null) {
        path.run();
        handled++;
      }
    }
    return handled;
  }

  void ready(UcxPath path) {
    ready.add(path);
  }

  /** Called by operations that complete in a later progress. */
  void finished(SendOperation operation) {
    finished.add(operation);
  }

  /** Called by an endpoint's error handler, inside of progress. */
  void failed(PeerEndpoint endpoint) {
    failed.add(endpoint);
  }

  @Override
  public int onReceive(long header, long headerSize, UcpAmData data, UcpEndpoint replyTo) {
    try {
      if (headerSize == Frame.HEADER_BYTES) {
        long streamId = Frame.id(header);
        UcxPath path = paths.get(streamId);
        if (path != null) {
          return path.received(header, data);
        }
        PeerEndpoint pair = pairs.get(streamId);
        if (pair != null) {
          receivedAbout(pair, Frame.type(header));
          return UcsConstants.STATUS.UCS_OK;
        }
      }
      counters().add(Counter.STRAY_FRAMES, 1);
    } catch (Throwable t) {
      logger.warn("A frame could not be taken in", t);
    }
    // Also ends a rendezvous: the sender's memory is free again.
    return UcsConstants.STATUS.UCS_OK;
  }

  private void receivedAbout(PeerEndpoint pair, int type) {
    if (type == Frame.BYE) {
      pair.saidBye();
      failed.add(pair);
    }
  }

  // Sending.

  SendOperation operation() {
    SendOperation operation = free.poll();
    return operation != null ? operation : allocate();
  }

  /** Takes back an operation that was not sent. */
  void recycle(SendOperation operation) {
    releasePayload(operation);
    free.push(operation);
  }

  private SendOperation allocate() {
    ByteBuffer slab = ByteBuffer.allocateDirect(BLOCKS_PER_SLAB * SendOperation.BLOCK_BYTES);
    slabs.add(slab);
    for (int i = 0; i < BLOCKS_PER_SLAB; i++) {
      ByteBuffer block = slab.slice(i * SendOperation.BLOCK_BYTES, SendOperation.BLOCK_BYTES);
      ByteBuf view = Unpooled.wrappedBuffer(block).clear();
      free.add(new SendOperation(this, view, UcxUtils.getAddress(block)));
    }
    return free.remove();
  }

  /** Sends header and eager payload, both in the operation's block. */
  void sendEager(PeerEndpoint to, SendOperation operation, int length) {
    send(
        to,
        operation,
        operation.address + Frame.HEADER_BYTES,
        length,
        UcpConstants.UCP_AM_SEND_FLAG_EAGER,
        plain);
  }

  /** Offers {@code length} bytes at {@code from}, kept by the operation's payload. */
  void sendBulk(
      PeerEndpoint to, SendOperation operation, long from, int length, UcpRequestParams params) {
    send(
        to,
        operation,
        from,
        length,
        UcpConstants.UCP_AM_SEND_FLAG_RNDV,
        params == null ? plain : params);
  }

  private void send(
      PeerEndpoint to,
      SendOperation operation,
      long from,
      int length,
      long flags,
      UcpRequestParams params) {
    operation.starting(to);
    try {
      to.endpoint()
          .sendAmNonBlocking(
              Frame.ACTIVE_MESSAGE_ID,
              operation.address,
              Frame.HEADER_BYTES,
              from,
              length,
              flags,
              operation,
              params);
    } catch (UcxException e) {
      operation.completed(-1);
    }
    if (operation.started()) {
      settle(operation);
    } else {
      outstanding.add(operation);
    }
  }

  /** Sends a frame without payload. */
  void sendControl(
      PeerEndpoint to, long streamId, int sequence, byte type, int frameLimit, long byteLimit) {
    SendOperation operation = operation();
    Frame.write(operation.block, streamId, sequence, type, 0, frameLimit, byteLimit);
    counters().add(Counter.CONTROL_SENT, 1);
    sendEager(to, operation, 0);
  }

  UcpRequestParams plain() {
    return plain;
  }

  UcpWorker ucp() {
    return worker;
  }

  private void settle(SendOperation operation) {
    PeerEndpoint endpoint = operation.endpoint;
    boolean error = operation.isFailed();
    releasePayload(operation);
    operation.endpoint = null;
    free.push(operation);
    if (error && endpoint.failure() == null) {
      endpoint.operationFailed(operation.status());
    }
  }

  private static void releasePayload(SendOperation operation) {
    if (operation.payload != null) {
      operation.payload.release();
      operation.payload = null;
    }
    Outbound.Message message = operation.message;
    if (message != null) {
      operation.message = null;
      message.frameDone();
    }
  }

  // Going away.

  /** Nothing new starts here any more; the loop makes a new worker for new streams. */
  void suspect() {
    suspect = true;
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Whether it is suspect and the last stream has left. */
  boolean isDrained() {
    return suspect && paths.isEmpty() && !closed;
  }

  /** The peer's process is gone: nobody reads the memory of its rendezvous any more. */
  void peerGone(PeerEndpoint endpoint) {
    for (SendOperation operation : outstanding) {
      if (operation.endpoint == endpoint) {
        // UCX never completes it; its block stays with UCX until this worker is closed.
        releasePayload(operation);
        suspect();
      }
    }
    bereaved = true;
    stuckSince = 0;
    drop(endpoint, new IOException("the peer's process has ended"));
  }

  private void drop(PeerEndpoint endpoint, Throwable cause) {
    for (UcxPath path : paths.values().toArray(new UcxPath[0])) {
      if (path.endpoint() == endpoint) {
        path.endpointGone(cause);
      }
    }
    if (endpoints.remove(endpoint.remote(), endpoint)) {
      pairs.remove(endpoint.localPairId());
      if (!lane.peerErrors && ++departed >= MAX_DEPARTED) {
        suspect();
      }
      if (lane.peerErrors || !hasOutstanding(endpoint)) {
        endpoint.close();
      } else {
        endpoint.unwatch();
        suspect();
      }
      if (endpoint.failure() != null && !endpoint.isGoneOrderly()) {
        suspect();
      }
    }
  }

  private boolean hasOutstanding(PeerEndpoint endpoint) {
    for (SendOperation operation : outstanding) {
      if (operation.endpoint == endpoint) {
        return true;
      }
    }
    return false;
  }

  /** The loop ends: gives what was flushed and closed a bounded time to arrive. */
  void finish() {
    long end = System.nanoTime() + 2_000_000_000L;
    while (hasLingering() && System.nanoTime() - end < 0) {
      if (progress() == 0) {
        Thread.onSpinWait();
      }
    }
    for (PeerEndpoint endpoint : List.copyOf(endpoints.values())) {
      if (endpoint.failure() == null) {
        sendControl(endpoint, endpoint.remotePairId(), 0, Frame.BYE, 0, 0);
      }
    }
    progress();
  }

  private boolean hasLingering() {
    for (UcxPath path : paths.values()) {
      if (path.isLingering()) {
        return true;
      }
    }
    return false;
  }

  /** The loop is about to end: closes the channels that are still open. */
  void closeChannels() {
    for (UcxPath path : paths.values().toArray(new UcxPath[0])) {
      path.closeChannel();
    }
  }

  void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (UcxPath path : paths.values().toArray(new UcxPath[0])) {
      path.endpointGone(new java.nio.channels.ClosedChannelException());
    }
    registration.cancel();
    for (PeerEndpoint endpoint : List.copyOf(endpoints.values())) {
      endpoint.unwatch();
    }
    endpoints.clear();
    pairs.clear();
    worker.close();
    for (SendOperation operation : outstanding) {
      releasePayload(operation);
      operation.abandon();
    }
    outstanding.clear();
    bulk.close();
  }

  /** Makes the event descriptor tell of new work; false where there is work already. */
  boolean arm() {
    if (!ready.isEmpty() || !finished.isEmpty() || !failed.isEmpty()) {
      return false;
    }
    return WorkerArm.arm(handle);
  }

  /** The event descriptor's handle: being woken is all it does, as every turn progresses. */
  private record Events(FileDescriptor fd) implements EpollIoHandle {
    @Override
    public void handle(IoRegistration registration, IoEvent event) {}

    @Override
    public void close() {
      // UCX owns the descriptor, and the worker outlives the channels that close with it.
    }
  }
}
