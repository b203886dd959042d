package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Sink;
import io.sluice.mover.Store;
import io.sluice.mover.StoreException;
import io.sluice.mover.wire.Entry;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Ready;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The side that receives: answers entries, gives ranges to streams, completes files. */
final class Receiver implements Role {
  /** Files that a sender may have under way; more is a breach. */
  private static final int MOST_OPEN = 4096;

  /** How long a part file of a session that was killed may stay locked. */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(5);

  /** Enough for the end of a session whose client is gone; a living one is not waited for. */
  private static final Duration SHORT_LOCK_WAIT = Duration.ofMillis(500);

  private final Control control;
  private final Store store;
  private final Destination destination;
  private final ReceiveSettings settings;
  private final Events events;
  private final Executor executor;
  private final Clocks clocks = new Clocks();
  private final Map<Long, IncomingFile> files = new ConcurrentHashMap<>();
  private final Set<ReceiveStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closed;

  Receiver(
      Control control,
      Store store,
      Destination destination,
      ReceiveSettings settings,
      Events events,
      Executor executor) {
    this.control = control;
    this.store = store;
    this.destination = destination;
    this.settings = settings;
    this.events = events;
    this.executor = executor;
  }

  ReceiveSettings settings() {
    return settings;
  }

  Clocks clocks() {
    return clocks;
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    switch (frame.type()) {
      case Type.ENTRY -> {
        Entry entry = Entry.read(payload);
        if (open.incrementAndGet() > MOST_OPEN) {
          throw new Fields.MalformedException("the sender has too many files under way");
        }
        executor.execute(() -> open(frame.id(), frame.aux(), entry));
      }
      case Type.COMPLETE -> {
        Attributes attributes = Fields.attributes(payload);
        IncomingFile file = files.get(frame.id());
        if (file != null) {
          complete(file, attributes);
        }
      }
      case Type.ABANDON -> {
        IncomingFile file = files.get(frame.id());
        if (file != null) {
          over(file, () -> abandon(file, frame.aux() != 0));
        }
      }
      case Type.END -> {
        Spent there = Spent.read(payload);
        Spent here = clocks.spent();
        control.send(Type.END, 0, 0, 0, here::write);
        events.ended(here, there);
      }
      default -> Frames.unknown(frame);
    }
  }

  private void open(long id, int index, Entry entry) {
    events.expects(index, entry.attributes().size());
    Ready ready;
    BytePath target = entry.name();
    try {
      target = destination.target(entry.name());
      Attributes there = store.attributes(target);
      if (there != null && there.type() == Attributes.Type.DIRECTORY) {
        throw new StoreException(target, 21, "Is a directory");
      }
      if (there != null && isSame(there, entry.attributes())) {
        throw new StoreException(target, 0, "source and destination are the same file");
      }
      if (there != null && leave(there, entry.attributes())) {
        open.decrementAndGet();
        events.done(index, true, true, List.of());
        ready = new Ready(Ready.Answer.SKIPPED, false, List.of());
      } else {
        Sink sink =
            store.sink(
                target,
                entry.attributes(),
                new Store.SinkOptions(
                    settings.extent(),
                    true,
                    isRoot(),
                    settings.durable(),
                    settings.again() ? LOCK_WAIT : SHORT_LOCK_WAIT));
        if (entry.dense() && sink.landed().isEmpty()) {
          expect(sink, entry.attributes().size());
        }
        files.put(id, new IncomingFile(id, index, target, entry.attributes(), sink));
        if (closed) {
          close();
          return;
        }
        ready = new Ready(Ready.Answer.WANTED, sink.startedOver(), sink.landed());
      }
    } catch (IOException e) {
      open.decrementAndGet();
      tell(target, e);
      events.done(index, false, false, List.of());
      ready = new Ready(Ready.Answer.FAILED, false, List.of());
    }
    control.send(Type.READY, id, 0, 0, ready::write);
  }

  private static void expect(Sink sink, long size) throws IOException {
    try {
      sink.expect(0, size);
    } catch (IOException e) {
      try (sink) {
        sink.discard();
      }
      throw e;
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private boolean isSame(Attributes there, Attributes source) {
    return settings.sameHost()
        && there.inode() != 0
        && there.inode() == source.inode()
        && there.device() == source.device();
  }

  private boolean leave(Attributes there, Attributes source) {
    if (settings.noClobber()) {
      return true;
    }
    int older = Long.compare(there.modifiedSeconds(), source.modifiedSeconds());
    older = older != 0 ? older : Integer.compare(there.modifiedNanos(), source.modifiedNanos());
    return settings.update() && older >= 0;
  }

  private void complete(IncomingFile file, Attributes attributes) {
    if (file.isBusy() || attributes.size() != file.attributes.size()) {
      throw new Fields.MalformedException("a file was to be completed that is under way");
    }
    over(file, () -> executor.execute(() -> finish(file, attributes)));
  }

  private void finish(IncomingFile file, Attributes attributes) {
    long start = System.nanoTime();
    List<String> warnings = List.of();
    boolean complete = false;
    try (Sink sink = file.sink) {
      warnings = sink.complete(attributes, settings.durable());
      complete = true;
    } catch (IOException e) {
      tell(file.target, e);
    }
    clocks.completing.add(System.nanoTime() - start);
    finished(file, complete, warnings);
  }

  private void finished(IncomingFile file, boolean complete, List<String> warnings) {
    if (!complete) {
      events.lost(file.arrived(), file.resumed());
    }
    events.done(file.index, complete, false, warnings);
    control.send(
        Type.FINISHED, file.id, 0, complete ? 0 : 1, out -> Fields.putTexts(out, warnings));
  }

  private void abandon(IncomingFile file, boolean keep) {
    try (Sink sink = file.sink) {
      if (!keep) {
        sink.discard();
      }
    } catch (IOException e) {
      tell(file.target, e);
    }
    events.lost(file.arrived(), file.resumed());
  }

  /** Takes a file out; {@code then} runs when no stream writes to it. */
  private void over(IncomingFile file, Runnable then) {
    if (files.remove(file.id, file)) {
      open.decrementAndGet();
      file.end(then);
    }
  }

  /** Writing failed: the file is given up, what has landed stays for another try. */
  void unwritable(IncomingFile file, IOException cause) {
    if (files.remove(file.id, file)) {
      open.decrementAndGet();
      tell(file.target, cause);
      file.end(
          () ->
              executor.execute(
                  () -> {
                    closeQuietly(file.sink);
                    finished(file, false, List.of());
                  }));
    }
  }

  private void tell(BytePath path, IOException e) {
    Trouble trouble =
        e instanceof StoreException store
            ? new Trouble(Failure.Kind.FILE, store.path(), store.reason())
            : new Trouble(Failure.Kind.FILE, path, String.valueOf(e.getMessage()));
    events.trouble(trouble);
  }

  /** The file with that id, or {@code null}. */
  IncomingFile file(long id) {
    return files.get(id);
  }

  /** Bytes have landed. */
  void arrived(int stream, long bytes, boolean resumed) {
    events.arrived(stream, bytes, resumed ? bytes : 0);
  }

  /** Bytes of an extent under way have been written. */
  void partial(long change) {
    events.partial(change);
  }

  /** An extent's checksum did not match. */
  void corrupt() {
    events.corrupt();
  }

  @Override
  public void attach(int number, Channel channel, FrameReader reader, Landing landing) {
    if (closed) {
      channel.close();
      return;
    }
    ReceiveStream stream = new ReceiveStream(number, channel, reader, landing, this);
    streams.add(stream);
    clocks.streams.incrementAndGet();
    events.streams(1);
    landing.grow(SendStream.CHUNK + Frame.HEADER + Frame.TRAILER);
    reader.become(stream, Frames.MOST_PAYLOAD, settings.extent());
    if (closed) {
      channel.close();
    }
  }

  void detach(ReceiveStream stream) {
    if (streams.remove(stream)) {
      events.streams(-1);
    }
  }

  @Override
  public void watch(long now) {
    for (ReceiveStream stream : streams) {
      if (stream.isStalled(now, settings.timeoutNanos())) {
        events.stalled(
            "stream "
                + stream.number()
                + ": no progress for "
                + TimeUnit.NANOSECONDS.toSeconds(settings.timeoutNanos())
                + " s while receiving");
        stream.close();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    streams.forEach(ReceiveStream::close);
    for (IncomingFile file : List.copyOf(files.values())) {
      if (files.remove(file.id, file)) {
        file.end(
            () -> {
              events.lost(file.arrived(), file.resumed());
              executor.execute(() -> closeQuietly(file.sink));
            });
      }
    }
  }

  private static void closeQuietly(Sink sink) {
    try {
      sink.close();
    } catch (IOException e) {
      // What has landed was acknowledged when it was written; the next session reads it again.
    }
  }
}
