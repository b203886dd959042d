package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.StoreException;
import io.sluice.mover.SyncListener.Change;
import io.sluice.mover.store.Entry;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The side that receives a tree. Batches are read in order on the control's thread and worked on by
 * others, several at once; a folder is made when it is first needed and finished when the last that
 * is in it is done. Deletions come at the very end, when it is known that the source was read as a
 * whole.
 */
final class TreeReceiver implements Role, Targets {
  /** Entries whose content may be awaited; more is a breach. */
  private static final int MOST_WANTED = 1 << 20;

  private final Control control;
  private final ReplicaWork work;
  private final ReceiveSettings settings;
  private final Events events;
  private final Executor executor;
  private final Receiver receiver;
  private final BatchReader reader;
  private final Map<Long, Wanted> wanted = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** What the sender's END says. */
  private record End(Spent spent, long entries, Standing standing) {}

  // Guarded by this.
  private boolean rootDone = true;
  private End end;

  TreeReceiver(
      Control control,
      ReplicaWork work,
      ReceiveSettings settings,
      Events events,
      Executor executor) {
    this.control = control;
    this.work = work;
    this.settings = settings;
    this.events = events;
    this.executor = control.guarded(executor);
    this.receiver = new Receiver(control, this, settings, new BigFileEvents(events), this.executor);
    this.receiver.packs(new PackWriter(work, wanted, this.receiver, this.executor, this));
    this.reader = new BatchReader(work.tellsNames(), this::rootEntered);
  }

  private synchronized void rootEntered() {
    rootDone = false;
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    switch (frame.type()) {
      case Type.TREE -> {
        BatchReader.Batch batch = reader.read(frame.id(), frame.aux(), payload);
        executor.execute(() -> answer(batch));
      }
      case Type.WITHHELD -> {
        Wanted gone = wanted.remove(frame.id());
        if (gone != null) {
          executor.execute(() -> settle(gone, Change.FAILED));
        }
      }
      case Type.END -> {
        synchronized (this) {
          end = new End(Spent.read(payload), frame.offset(), Standing.of(frame.aux()));
        }
        endIfDone();
      }
      default -> receiver.frame(frame, payload);
    }
  }

  private void answer(BatchReader.Batch batch) {
    List<BatchReader.Told> all = batch.all();
    byte[] answers = new byte[all.size()];
    for (int i = 0; i < answers.length && !closed; i++) {
      answers[i] = (byte) answer(TreeItem.reference(batch.number(), i), all.get(i));
    }
    if (!closed) {
      control.send(Type.WANT, batch.number(), 0, 0, out -> out.writeBytes(answers));
    }
    // Only now, so that nothing is reported as finished that was not answered.
    for (BatchReader.Told told : all) {
      if (told.kind() == EntryCodec.LEAVE) {
        told.folder().complete = told.complete();
        release(told.folder());
      }
    }
  }

  private int answer(long reference, BatchReader.Told told) {
    return switch (told.kind()) {
      case EntryCodec.ENTER -> enter(told);
      case EntryCodec.ITEM -> item(reference, told);
      case EntryCodec.LINK -> link(told);
      default -> Answers.NOTHING;
    };
  }

  private int enter(BatchReader.Told told) {
    ReplicaFolder folder = told.folder();
    Change change;
    try {
      change = work.enter(folder);
    } catch (StoreException e) {
      tell(folder, e);
      change = Change.FAILED;
    }
    settled(folder, null, Attributes.Type.DIRECTORY, false, change);
    return Answers.of(change);
  }

  private int item(long reference, BatchReader.Told told) {
    ReplicaFolder folder = told.folder();
    Entry entry = told.entry();
    Change change;
    try {
      ReplicaWork.Decision decision = work.decide(folder, entry, told.hash(), told.first() != null);
      if (decision.wanted()) {
        if (wanted.size() >= MOST_WANTED) {
          throw new Fields.MalformedException("too many entries are under way");
        }
        wanted.put(reference, new Wanted(folder, entry, decision.change(), told.first()));
        return decision.change() == Change.CREATED ? Answers.WANTED_NEW : Answers.WANTED_OTHER;
      }
      change = decision.change();
    } catch (IOException e) {
      tell(folder, e);
      change = Change.FAILED;
    }
    settled(folder, entry.name(), entry.attributes().type(), false, change);
    if (told.first() != null) {
      reader.settled(told.first(), change != Change.FAILED);
    }
    release(folder);
    return Answers.of(change);
  }

  /**
   * Made now, or when the first name is there; failures of the latter are told apart. A dry run, on
   * which comparisons stand, makes nothing and so waits for nothing.
   */
  private int link(BatchReader.Told told) {
    boolean waits =
        !work.isDryRun()
            && told.first() != null
            && told.first().await(there -> executor.execute(() -> linkNow(told)));
    return Answers.of(waits ? Change.LINKED : linkNow(told));
  }

  private Change linkNow(BatchReader.Told told) {
    ReplicaFolder folder = told.folder();
    Change change;
    try {
      // First, so that a folder which can't be used is not told again by each link in it.
      work.prepare(folder);
      if (told.first() != null && told.first().isFailed()) {
        throw new StoreException(
            folder.path(told.name()), 0, "its first name was not copied: " + told.firstPath());
      }
      change = work.link(folder, told.name(), told.firstPath());
    } catch (StoreException e) {
      tell(folder, e);
      change = Change.FAILED;
    }
    settled(folder, told.name(), Attributes.Type.FILE, true, change);
    release(folder);
    return change;
  }

  /** What was wanted came, or never will. */
  void settle(Wanted one, Change change) {
    settled(one.folder(), one.entry().name(), one.entry().attributes().type(), false, change);
    if (one.first() != null) {
      reader.settled(one.first(), change != Change.FAILED);
    }
    release(one.folder());
  }

  private void settled(
      ReplicaFolder folder, BytePath name, Attributes.Type type, boolean extra, Change change) {
    events.settled(() -> folder.path(name), type, extra, change);
  }

  /** Lets a hold on a folder go, and finishes it and those above it whose last one it was. */
  private void release(ReplicaFolder first) {
    ReplicaFolder folder = first;
    while (folder != null && folder.holds.decrementAndGet() == 0) {
      if (!closed) {
        try {
          work.finish(folder);
        } catch (IOException e) {
          tell(folder, e);
        }
      }
      reader.left(folder);
      if (folder.parent == null) {
        synchronized (this) {
          rootDone = true;
        }
        endIfDone();
      }
      folder = folder.parent;
    }
  }

  private void endIfDone() {
    End now;
    synchronized (this) {
      if (!rootDone || end == null || closed) {
        return;
      }
      now = end;
      end = null;
    }
    executor.execute(() -> finish(now));
  }

  private void finish(End last) {
    try {
      work.delete(last.entries(), last.standing(), this::deleted);
      if (settings.durable()) {
        long start = System.nanoTime();
        work.sync();
        receiver.clocks().completing.add(System.nanoTime() - start);
      }
    } catch (IOException e) {
      tell(e);
    }
    List<String> remarks = work.remarks();
    if (!remarks.isEmpty()) {
      events.remarks(remarks);
      control.send(Type.REMARKS, 0, 0, 0, out -> Fields.putTexts(out, remarks));
    }
    Spent here = receiver.clocks().spent();
    control.send(Type.END, 0, 0, 0, here::write);
    events.ended(here, last.spent());
  }

  private void deleted(long count, List<BytePath> paths) {
    events.deleted(count, paths);
    control.send(Type.DELETED, 0, 0, (int) count, out -> Fields.putPaths(out, paths));
  }

  @Override
  public Place open(long reference, io.sluice.mover.wire.Entry told) throws IOException {
    Wanted one = wanted.get(reference);
    if (one == null) {
      throw new Fields.MalformedException("a file came that is not wanted");
    }
    Entry entry = one.now(told.attributes());
    SinkOptions options =
        new SinkOptions(
            settings.extent(),
            true,
            work.setsOwners(),
            settings.durable(),
            one.change() == Change.REPLACED ? work.older() : Older.LEFT,
            CopyTargets.LOCK_WAIT);
    Sink sink = work.replica().sink(one.folder().folder(), entry, options);
    if (work.keeps() && one.change() == Change.REPLACED) {
      sink = new KeepingSink(sink, () -> work.giveWay(one.folder(), entry.name()));
    }
    return new Place(one.folder().path(entry.name()), sink);
  }

  @Override
  public void done(long reference, boolean complete, List<String> warnings) {
    Wanted one = wanted.remove(reference);
    if (one != null) {
      work.remark(one.folder(), one.entry().name(), warnings);
      settle(one, complete ? one.change() : Change.FAILED);
    }
  }

  private void tell(ReplicaFolder folder, IOException e) {
    if (folder.isNews(e)) {
      tell(e);
    }
  }

  void tell(IOException e) {
    if (closed) {
      return;
    }
    events.trouble(
        e instanceof StoreException store
            ? new Trouble(Failure.Kind.FILE, store.path(), store.reason())
            : new Trouble(Failure.Kind.FILE, null, String.valueOf(e.getMessage())));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void attach(int number, Channel channel, FrameReader frames, Landing landing) {
    receiver.attach(number, channel, frames, landing);
  }

  @Override
  public void watch(long now) {
    receiver.watch(now);
  }

  @Override
  public void close() {
    closed = true;
    receiver.close();
    work.close();
  }

  /** What the receiver of large files tells, of which a tree is told in its own words. */
  private static final class BigFileEvents extends ForwardedEvents {
    BigFileEvents(Events events) {
      super(events);
    }
  }
}
