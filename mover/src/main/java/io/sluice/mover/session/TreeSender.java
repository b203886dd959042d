package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Failure;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.store.Tree;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The side that sends a tree. A walk tells entries in batches while content already flows; the
 * receiver says which it wants; small files then go many to a pack, large ones by extents, over the
 * same streams. What is told and not settled is bounded, and the walk waits for it: so memory does
 * not grow with the tree.
 */
final class TreeSender implements Role {
  private static final int MOST_BATCHES = 48;
  private static final int MOST_SMALL = 16 << 10;
  private static final int MOST_BIG = 16 << 10;

  /** Packs that are being made, wait or are not answered. */
  private static final int MOST_PACKS = 32;

  private static final int MOST_PACKERS = 2;

  private final Control control;
  private final Tree tree;
  private final Events events;
  private final Executor executor;
  private final Sender sender;
  private final BigFiles bigFiles;
  private final Packer packer;
  private final TreeWalk walk;

  // Guarded by this.
  private final Map<Long, TreeItem[]> unanswered = new HashMap<>();
  private final ArrayDeque<TreeItem> small = new ArrayDeque<>();
  private volatile int unansweredCount;
  private volatile int smallPending;
  private volatile int bigPending;
  private int packs;
  private int packers;
  private long lastPack;
  private boolean walked;
  private boolean ended;
  private volatile boolean closed;

  TreeSender(
      Control control,
      Tree tree,
      TreeScope scope,
      SyncOptions options,
      SendSettings settings,
      Events events,
      Executor executor) {
    this.control = control;
    this.tree = tree;
    this.events = events;
    this.executor = control.guarded(executor);
    this.bigFiles = new BigFiles(tree);
    this.sender = new Sender(control, bigFiles, settings, new BigFileEvents(), this.executor);
    this.packer = new Packer(tree, control.channel().alloc(), events, sender.clocks(), this::goBig);
    this.walk =
        new TreeWalk(tree, scope, options, new BatchWriter(control, this::sending), this, events);
  }

  /** Starts the walk. */
  void start() {
    Thread thread = new Thread(this::walk, "sluice-walk");
    thread.setDaemon(true);
    thread.start();
  }

  private void walk() {
    try {
      walk.run();
    } catch (IOException | RuntimeException e) {
      if (!closed) {
        events.trouble(new Trouble(Failure.Kind.FILE, tree.root().name(), e.getMessage()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      walked = true;
    }
    endIfDone();
  }

  private synchronized void sending(long batch, TreeItem[] items) {
    unanswered.put(batch, items);
    unansweredCount = unanswered.size();
  }

  /**
   * Holds the walk up while too much is not settled. Asked for each entry, so the answer is mostly
   * had without the lock: what is pending grows by a batch or a few entries at a time.
   */
  void awaitRoom() throws InterruptedException {
    if (unansweredCount < MOST_BATCHES && smallPending < MOST_SMALL && bigPending < MOST_BIG) {
      return;
    }
    synchronized (this) {
      while (!closed
          && (unansweredCount >= MOST_BATCHES
              || smallPending >= MOST_SMALL
              || bigPending >= MOST_BIG)) {
        wait();
      }
    }
  }

  /** Whether the session is over, so that the walk is of no use. */
  boolean isClosed() {
    return closed;
  }

  private void endIfDone() {
    synchronized (this) {
      boolean done =
          walked && unanswered.isEmpty() && smallPending == 0 && bigPending == 0 && !closed;
      if (!done || ended) {
        return;
      }
      ended = true;
    }
    control.send(
        Type.END, 0, walk.entries(), walk.standing().code(), sender.clocks().spent()::write);
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    switch (frame.type()) {
      case Type.WANT -> want(frame, payload);
      case Type.DELETED -> events.deleted(frame.aux(), Fields.paths(payload));
      case Type.REMARKS -> events.remarks(Fields.texts(payload, 4096));
      default -> sender.frame(frame, payload);
    }
  }

  private void want(Frame frame, ByteBuf payload) {
    TreeItem[] items;
    synchronized (this) {
      items = unanswered.get(frame.id());
    }
    if (items == null || payload.readableBytes() != items.length) {
      throw new Fields.MalformedException("an answer came to a batch that was not sent");
    }
    boolean big = false;
    List<TreeItem> wanted = new ArrayList<>();
    for (TreeItem item : items) {
      int answer = payload.readUnsignedByte();
      if (item == null) {
        continue;
      }
      if (!Answers.isWanted(answer)) {
        settled(item, Answers.change(answer));
        continue;
      }
      if (item.attributes == null) {
        throw new Fields.MalformedException("content is wanted of what has none");
      }
      item.change = answer == Answers.WANTED_NEW ? Change.CREATED : Change.REPLACED;
      events.expects(0, item.attributes.size());
      wanted.add(item);
    }
    synchronized (this) {
      for (TreeItem item : wanted) {
        if (item.attributes.size() <= Packer.SMALL && !item.sparse) {
          smallPending++;
          small.add(item);
        } else {
          bigPending++;
          bigFiles.add(item);
          big = true;
        }
      }
      unanswered.remove(frame.id());
      unansweredCount = unanswered.size();
      notifyAll();
    }
    if (big) {
      sender.announce();
    }
    startPackers();
    endIfDone();
  }

  /** A file that was small is not any more. */
  private void goBig(TreeItem item) {
    synchronized (this) {
      smallPending--;
      bigPending++;
      bigFiles.add(item);
    }
    sender.announce();
  }

  private void settled(TreeItem item, Change change) {
    events.settled(item::path, item.type, item.extraName, change);
  }

  private void startPackers() {
    int more = 0;
    synchronized (this) {
      while (!closed && packers < MOST_PACKERS && packs < MOST_PACKS && !small.isEmpty()) {
        packers++;
        more++;
        if (small.size() < Packer.FILES * packers) {
          break;
        }
      }
    }
    for (int i = 0; i < more; i++) {
      executor.execute(this::makePacks);
    }
  }

  private void makePacks() {
    while (true) {
      List<TreeItem> next = new ArrayList<>(Packer.FILES);
      long id;
      synchronized (this) {
        long bytes = 0;
        while (!closed
            && packs < MOST_PACKS
            && !small.isEmpty()
            && next.size() < Packer.FILES
            && bytes < Packer.BYTES) {
          TreeItem item = small.poll();
          bytes += item.attributes.size();
          next.add(item);
        }
        if (next.isEmpty()) {
          packers--;
          return;
        }
        packs++;
        id = ++lastPack;
      }
      Pack pack = packer.pack(id, next, this::packed);
      if (pack == null) {
        synchronized (this) {
          packs--;
        }
        endIfDone();
      } else {
        sender.offer(pack);
      }
    }
  }

  private void packed(Pack pack, int stream, ByteBuf answer) {
    TreeItem[] items = pack.items();
    if (answer.readableBytes() != items.length) {
      throw new Fields.MalformedException("an answer to a pack is of another length");
    }
    long bytes = 0;
    for (TreeItem item : items) {
      int result = answer.readUnsignedByte();
      if (result == 0) {
        bytes += item.attributes.size();
      }
      settled(item, result == 0 ? item.change : Change.FAILED);
    }
    packer.giveBack(pack.frame());
    events.arrived(stream, bytes, 0);
    synchronized (this) {
      packs--;
      smallPending -= items.length;
      notifyAll();
    }
    startPackers();
    endIfDone();
  }

  private void bigDone(int index, boolean complete, List<String> warnings) {
    TreeItem item = bigFiles.remove(index);
    if (item == null) {
      return;
    }
    if (!complete) {
      control.send(Type.WITHHELD, item.reference, 0, 0);
    }
    events.remarks(warnings);
    settled(item, complete ? item.change : Change.FAILED);
    synchronized (this) {
      bigPending--;
      notifyAll();
    }
    endIfDone();
  }

  @Override
  public void attach(int number, Channel channel, FrameReader reader, Landing landing) {
    sender.attach(number, channel, reader, landing);
  }

  @Override
  public void watch(long now) {
    sender.watch(now);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      small.clear();
      notifyAll();
    }
    walk.stop();
    sender.close();
    packer.close();
    tree.close();
  }

  /** What the sender of large files tells, of which a tree is told in its own words. */
  private final class BigFileEvents extends ForwardedEvents {
    BigFileEvents() {
      super(events);
    }

    @Override
    public void expects(int index, long bytes) {
      // Was told when the file was wanted.
    }

    @Override
    public void done(int index, boolean complete, boolean skipped, List<String> warnings) {
      bigDone(index, complete, warnings);
    }
  }
}
