package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Authoriser;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Store;
import io.sluice.mover.store.FileStore;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Hello;
import io.sluice.mover.wire.Open;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.TreeWishes;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A session on the server's side: waits for what the client asks, then plays the other role. */
final class ServerSession implements SessionControl.Owner, Events {
  /** Sessions whose client has not said yet what it wants give up after this. */
  private static final long DEFAULT_TIMEOUT = TimeUnit.SECONDS.toNanos(30);

  private final Server server;
  private final Channel channel;
  private final Hello client;
  private final SessionControl control;
  private final ThreadPoolExecutor workers = FileWorkers.start();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile Role role;
  private volatile boolean over;
  private boolean opened;

  ServerSession(Server server, Channel channel, FrameReader reader, Landing landing, Hello client) {
    this.server = server;
    this.channel = channel;
    this.client = client;
    this.control = new SessionControl(channel, landing, DEFAULT_TIMEOUT, this);
    reader.become(control, Frames.MOST_PAYLOAD, 0);
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    if (frame.type() == Type.OPEN && !opened) {
      opened = true;
      Open open = Open.read(payload);
      workers.execute(() -> open(open, null));
    } else if (frame.type() == Type.OPEN_TREE && !opened) {
      opened = true;
      Open open = Open.read(payload);
      TreeWishes wishes = TreeWishes.read(payload, open);
      if (!open.push() && open.sources().size() != 1) {
        throw new Fields.MalformedException("a tree has one root");
      }
      workers.execute(() -> open(open, wishes));
    } else if (role != null) {
      role.frame(frame, payload);
    } else {
      throw new Fields.MalformedException("a session was used before it was open");
    }
  }

  private void open(Open open, TreeWishes wishes) {
    Store store = server.store();
    // A dry run only looks.
    boolean writes = open.push() && (wishes == null || !wishes.options().dryRun());
    List<BytePath> paths = open.push() ? List.of(open.into()) : open.sources();
    String refusal =
        server.isDraining()
            ? "the server is going down"
            : writes && server.isReadOnly()
                ? "the server is read-only"
                : server
                    .authoriser()
                    .refuse(new Authoriser.Request(channel.remoteAddress(), writes, paths));
    if (refusal == null && wishes != null && !(store instanceof FileStore)) {
      refusal = "what it serves holds no trees";
    }
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    if (wishes != null) {
      openTree(open, wishes, (FileStore) store);
      return;
    }
    long timeout = TimeUnit.MILLISECONDS.toNanos(open.timeoutMillis());
    Sender sender = null;
    if (open.push()) {
      ReceiveSettings settings =
          new ReceiveSettings(
              open.extent(),
              open.has(Open.DURABLE),
              open.has(Open.NO_CLOBBER),
              open.has(Open.UPDATE),
              !HostIdentity.HERE.isEmpty() && HostIdentity.HERE.equals(client.host()),
              open.has(Open.AGAIN),
              timeout);
      Destination destination =
          new Destination(store, open.into(), open.sources().size() > 1, open.has(Open.MAKE_PATH));
      Targets targets = new CopyTargets(store, destination, settings);
      role = new Receiver(control.control(), targets, settings, this, workers);
    } else {
      boolean zeroCopy =
          open.has(Open.ZERO_COPY)
              || (open.has(Open.ZERO_COPY_AUTO) && server.zeroCopyPays(channel));
      sender =
          new Sender(
              control.control(),
              new StoreFeed(store, open.sources()),
              new SendSettings(open.extent(), open.limit(), zeroCopy, timeout),
              this,
              workers);
      role = sender;
    }
    begin(open, sender == null ? () -> {} : sender::start);
  }

  private void begin(Open open, Runnable start) {
    if (over) {
      role.close();
      return;
    }
    control.control().send(Type.OPENED, 0, 0, open.streams());
    start.run();
  }

  private void refuse(String why) {
    control.control().send(Type.REFUSED, 0, 0, 0, new Trouble(Failure.Kind.FILE, null, why)::write);
  }

  private void openTree(Open open, TreeWishes wishes, FileStore store) {
    long timeout = TimeUnit.MILLISECONDS.toNanos(open.timeoutMillis());
    if (open.push()) {
      BytePath name = open.sources().isEmpty() ? BytePath.of("") : open.sources().get(0);
      TreeDestination destination = new TreeDestination(store, open.into(), name, wishes.options());
      ReplicaWork work =
          new ReplicaWork(destination, new TreeSettings(wishes.options(), wishes.itemise()));
      ReceiveSettings settings =
          new ReceiveSettings(
              open.extent(), open.has(Open.DURABLE), false, false, false, false, timeout);
      role = new TreeReceiver(control.control(), work, settings, this, workers);
      begin(open, () -> {});
      return;
    }
    TreeSender sender;
    try {
      sender =
          new TreeSender(
              control.control(),
              store.tree(open.sources().get(0)),
              TreeScope.all(),
              wishes.options(),
              new SendSettings(open.extent(), open.limit(), false, timeout),
              this,
              workers);
    } catch (IOException e) {
      refuse(e.getMessage());
      return;
    }
    role = sender;
    begin(open, sender::start);
  }

  /** A data stream of this session; on its event loop. */
  void attach(int number, Channel stream, FrameReader reader, Landing landing) {
    Role now = role;
    if (now == null || over) {
      stream.close();
      return;
    }
    now.attach(number, stream, reader, landing);
  }

  @Override
  public void peerTrouble(Trouble trouble) {
    // The client reports its own troubles.
  }

  @Override
  public void beat(long now) {
    if (role != null) {
      role.watch(now);
    }
  }

  @Override
  public void lost(String why) {
    end();
  }

  /** Ends the session; journals stay. Any thread. */
  void end() {
    over = true;
    if (role != null) {
      role.close();
    }
    channel.close();
    // What was handed to the workers, such as closing files, still runs.
    workers.shutdown();
    server.over(this);
    ended.complete(null);
  }

  /** Completes when the session is over. */
  CompletableFuture<Void> whenOver() {
    return ended;
  }

  /** Waits until no file of it is open. */
  boolean awaitRest(long nanos) throws InterruptedException {
    return workers.awaitTermination(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void trouble(Trouble trouble) {
    control.control().send(Type.FAILURE, 0, 0, 0, trouble::write);
  }

  @Override
  public void arrived(int stream, long bytes, long resumed) {
    server.meters().bytes(bytes - resumed);
  }

  @Override
  public void corrupt() {
    server.meters().corrupt();
  }

  @Override
  public void streams(int change) {
    server.meters().streams(change);
  }

  @Override
  public void ended(Spent here, Spent there) {
    // The client closes.
  }
}
