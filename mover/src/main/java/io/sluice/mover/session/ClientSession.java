package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Options;
import io.sluice.mover.Progress;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.rail.HostAddress;
import io.sluice.mover.rail.HostAddresses;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Open;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A session on the client's side: connects, opens, keeps the data streams connected, and ends when
 * both sides are through, or when it is lost.
 */
final class ClientSession implements SessionControl.Owner, Events {
  private static final long FIRST_BACKOFF_MILLIS = 100;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;

  private final List<HostAddress> here;
  private final Network network;
  private final Endpoint endpoint;
  private final Options options;
  private final Job job;
  private final Tally tally;
  private final Meters meters;
  private final ThreadPoolExecutor workers = FileWorkers.start();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile SessionControl control;
  private volatile Role role;
  private volatile boolean over;
  private volatile boolean oneHost;
  private volatile Ends ends = Ends.APART;
  private volatile String stalled;

  /** Why a stream could not be connected, last. */
  private volatile String unconnected;

  private InetSocketAddress address;
  private byte[] session;
  private volatile DataStreams streams;
  private final Map<Integer, Long> expected = new ConcurrentHashMap<>();
  private long backoffMillis = FIRST_BACKOFF_MILLIS;

  /** What a session is to do. */
  interface Job {
    /** What the server is asked. */
    Open open();

    /** The role played here, made when the server's hello is known. */
    Role role(Control control, Hello server, Events events, ThreadPoolExecutor workers, Channel ch);

    /** The session is open. */
    void begin();

    /** A file is done; its index is that of this session. */
    void done(int index, boolean complete, boolean skipped);

    /** Whether this side sends. */
    boolean sends();

    /** The type of the frame that says what the server is asked. */
    default int openType() {
      return Type.OPEN;
    }

    /** Writes its payload. */
    default void writeOpen(ByteBuf out) {
      open().write(out);
    }

    /** Who hears of the entries of a tree. */
    default SyncListener listener() {
      return SyncListener.NONE;
    }

    /** Both sides are through. */
    default void ended() {}
  }

  ClientSession(
      Network network, Endpoint endpoint, Options options, Job job, Tally tally, Meters meters) {
    this.here = isAllLoopback(endpoint) ? List.of() : HostAddresses.here();
    this.network = network;
    this.endpoint = endpoint;
    this.options = options;
    this.job = job;
    this.tally = tally;
    this.meters = meters;
  }

  /** Within this host there is no choice of rails, so nothing needs to be looked up. */
  private static boolean isAllLoopback(Endpoint endpoint) {
    return endpoint.addresses().stream().allMatch(one -> one.getAddress().isLoopbackAddress());
  }

  /**
   * Runs it; completes when both sides are through, or exceptionally with a {@link
   * SessionException}. By then nothing of it is open any more.
   */
  CompletableFuture<Void> run() {
    connect(0, null);
    return end.whenComplete((nothing, cause) -> workers.shutdown());
  }

  /** What the bytes travel on. */
  String path() {
    if (address != null && address.equals(endpoint.relay())) {
      return "ssh, because no private address of " + endpoint.name() + " can be reached";
    }
    if (control == null) {
      return "";
    }
    String path = streams.path();
    return path != null ? path : network.choice().transport().path(control.control().channel());
  }

  /** What both ends share, once they have told what they spent. */
  Ends ends() {
    return ends;
  }

  private void connect(int which, Throwable last) {
    if (which >= endpoint.addresses().size()) {
      fail(
          last instanceof SessionException cause
              ? cause
              : SessionException.connect("no address is known for " + endpoint.name()));
      return;
    }
    InetSocketAddress to = endpoint.addresses().get(which);
    network
        .connect(to, endpoint.token().key(), new byte[Hello.SESSION], 0)
        .whenComplete(
            (peer, cause) -> {
              if (peer != null) {
                address = to;
                opened(peer);
              } else {
                connect(which + 1, unwrap(cause));
              }
            });
  }

  private void opened(ClientHandshake.Peer peer) {
    session = peer.hello().session();
    oneHost = !HostIdentity.HERE.isEmpty() && HostIdentity.HERE.equals(peer.hello().host());
    control = new SessionControl(peer.channel(), peer.landing(), options.timeout().toNanos(), this);
    streams =
        new DataStreams(
            network,
            endpoint,
            session,
            options.timeout(),
            here,
            address,
            peer.channel(),
            peer.hello(),
            job.sends());
    role = job.role(control.control(), peer.hello(), this, workers, peer.channel());
    peer.reader().become(control, Frames.MOST_PAYLOAD, 0);
    if (over) {
      peer.channel().close();
      return;
    }
    control.control().send(job.openType(), 0, 0, 0, job::writeOpen);
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    switch (frame.type()) {
      case Type.OPENED -> {
        int streams = Math.min(frame.aux(), options.streams());
        if (streams < 1) {
          throw new Fields.MalformedException("the server allows no stream");
        }
        for (int i = 1; i <= streams; i++) {
          stream(i);
        }
        job.begin();
      }
      case Type.REFUSED -> {
        Trouble trouble = Trouble.read(payload);
        fail(new SessionException(trouble.kind(), trouble.cause(), false));
      }
      default -> role.frame(frame, payload);
    }
  }

  private void stream(int number) {
    if (over) {
      return;
    }
    streams
        .connect(number)
        .whenComplete(
            (peer, cause) -> {
              if (peer == null) {
                unconnected = "stream " + number + ": " + unwrap(cause).getMessage();
                again(number);
                return;
              }
              backoffMillis = FIRST_BACKOFF_MILLIS;
              role.attach(number, peer.channel(), peer.reader(), peer.landing());
              peer.channel().closeFuture().addListener(closed -> again(number));
            });
  }

  private void again(int number) {
    if (over) {
      return;
    }
    tally.retries.incrementAndGet();
    meters.retry();
    long wait = backoffMillis;
    backoffMillis = Math.min(2 * backoffMillis, LONGEST_BACKOFF_MILLIS);
    network.group().schedule(() -> stream(number), wait, TimeUnit.MILLISECONDS);
  }

  @Override
  public void peerTrouble(Trouble trouble) {
    tell(trouble, endpoint.name());
  }

  @Override
  public void beat(long now) {
    role.watch(now);
    String why = stalled != null || tally.streams.get() > 0 ? stalled : unconnected;
    if (why != null && now - tally.progressAt > options.retryFor().toNanos()) {
      fail(new SessionException(Failure.Kind.SESSION, why, false));
    }
  }

  @Override
  public void stalled(String text) {
    stalled = text;
  }

  @Override
  public void lost(String why) {
    if (over) {
      return;
    }
    fail(SessionException.lost(stalled == null ? why : stalled + "; " + why));
  }

  /** Ends it from this side. */
  void cancel() {
    fail(new SessionException(Failure.Kind.CANCELLED, "cancelled", false));
  }

  private void fail(SessionException cause) {
    shut();
    end.completeExceptionally(cause);
  }

  private void shut() {
    over = true;
    // What is not done is told again by the next session.
    expected.forEach(
        (index, bytes) -> {
          if (expected.remove(index, bytes)) {
            tally.total.addAndGet(-bytes);
          }
        });
    if (role != null) {
      role.close();
    }
    if (control != null) {
      control.control().channel().close();
    }
  }

  @Override
  public void trouble(Trouble trouble) {
    tell(trouble, "here");
  }

  private void tell(Trouble trouble, String side) {
    Failure failure = trouble.on(side);
    if (failure.kind() == Failure.Kind.NOTICE) {
      tally.warn(List.of(failure.toString()));
    } else {
      tally.fail(failure);
    }
  }

  @Override
  public void expects(int index, long bytes) {
    Long before = expected.put(index, bytes);
    tally.total.addAndGet(bytes - (before == null ? 0 : before));
  }

  @Override
  public void arrived(int stream, long bytes, long resumed) {
    stalled = null;
    tally.carried(streams.rail(stream), bytes - resumed);
    tally.arrived(bytes, resumed);
    meters.bytes(bytes - resumed);
  }

  @Override
  public void partial(long change) {
    if (change > 0) {
      stalled = null;
    }
    tally.partial(change);
  }

  @Override
  public void lost(long bytes, long resumed) {
    tally.bytes.addAndGet(-bytes);
    tally.resumed.addAndGet(-resumed);
  }

  @Override
  public void done(int index, boolean complete, boolean skipped, List<String> warnings) {
    tally.warn(warnings);
    expected.remove(index);
    tally.progressAt = System.nanoTime();
    if (complete) {
      (skipped ? tally.skipped : tally.files).incrementAndGet();
    }
    job.done(index, complete, skipped);
  }

  @Override
  public void corrupt() {
    tally.corrupt.incrementAndGet();
    meters.corrupt();
  }

  @Override
  public void streams(int change) {
    tally.streams(change);
    meters.streams(change);
  }

  @Override
  public void settled(
      Supplier<BytePath> path, Attributes.Type type, boolean extraName, Change change) {
    tally.progressAt = System.nanoTime();
    tally.tree.settled(type, extraName, change);
    if (type == Attributes.Type.FILE && !extraName && change != Change.FAILED) {
      boolean moved = change == Change.CREATED || change == Change.REPLACED;
      (moved ? tally.files : tally.skipped).incrementAndGet();
    }
    if (job.listener() != SyncListener.NONE) {
      job.listener().entry(new SyncListener.Result(path.get(), type, change));
    }
  }

  @Override
  public void deleted(long count, List<BytePath> paths) {
    tally.tree.deleted(count);
    for (BytePath path : paths) {
      job.listener().entry(new SyncListener.Result(path, null, Change.DELETED));
    }
  }

  @Override
  public void remarks(List<String> warnings) {
    tally.warn(warnings);
  }

  @Override
  public void ended(Spent here, Spent there) {
    job.ended();
    tally.phase = Progress.Phase.DONE;
    ends = Ends.of(session, oneHost);
    tally.spent(here, there);
    shut();
    end.complete(null);
  }

  static Throwable unwrap(Throwable cause) {
    return cause instanceof CompletionException && cause.getCause() != null
        ? cause.getCause()
        : cause;
  }
}
