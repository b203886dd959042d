package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Sink;
import io.sluice.mover.Store.SinkOptions.Older;
import io.sluice.mover.StoreException;
import io.sluice.mover.delta.Basis;
import io.sluice.mover.wire.Entry;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Ready;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The side that receives: answers entries, gives ranges to streams, completes files. */
final class Receiver implements Role {
  /** Files that a sender may have under way; more is a breach. */
  private static final int MOST_OPEN = 4096;

  private final Control control;
  private final Targets targets;
  private final ReceiveSettings settings;
  private final Events events;
  private final Executor executor;
  private final Clocks clocks = new Clocks();
  private final Map<Long, IncomingFile> files = new ConcurrentHashMap<>();
  private final Set<ReceiveStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final SecureRandom random = new SecureRandom();
  private PackTarget packTarget;
  private volatile boolean closed;

  Receiver(
      Control control,
      Targets targets,
      ReceiveSettings settings,
      Events events,
      Executor executor) {
    this.control = control;
    this.targets = targets;
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
        executor.execute(() -> open(frame.id(), frame.aux(), frame.offset(), entry));
      }
      case Type.COMPLETE -> {
        Attributes attributes = Fields.attributes(payload);
        IncomingFile file = files.get(frame.id());
        if (file != null) {
          complete(file, attributes, frame.aux() == Frames.SUMMED ? Fields.integer(payload) : null);
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

  private void open(long id, int index, long reference, Entry entry) {
    events.expects(index, entry.attributes().size());
    Ready ready;
    try {
      Targets.Place place = targets.open(reference, entry);
      Sink sink = place.sink();
      if (sink == null) {
        open.decrementAndGet();
        events.done(index, true, true, List.of());
        ready = new Ready(Ready.Answer.SKIPPED, false, List.of());
      } else {
        if (entry.dense() && sink.landed().isEmpty() && sink.base() == 0) {
          expect(sink, entry.attributes().size());
        }
        long seed = sink.base() == 0 ? 0 : random.nextLong() >>> 1;
        Basis basis = Basis.of(sink, seed);
        files.put(
            id,
            new IncomingFile(id, index, reference, place.path(), entry.attributes(), sink, basis));
        if (closed) {
          close();
          return;
        }
        ready =
            new Ready(
                Ready.Answer.WANTED,
                sink.startedOver(),
                sink.landed(),
                sink.base(),
                basis.seed(),
                basis.average());
      }
    } catch (IOException e) {
      open.decrementAndGet();
      tell(entry.name(), e);
      targets.done(reference, false, List.of());
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

  /** {@code sum} is of the whole, or {@code null} where none came. */
  private void complete(IncomingFile file, Attributes attributes, Integer sum) {
    if (file.isBusy() || attributes.size() != file.attributes.size()) {
      throw new Fields.MalformedException("a file was to be completed that is under way");
    }
    over(file, () -> executor.execute(() -> finish(file, attributes, sum)));
  }

  private void finish(IncomingFile file, Attributes attributes, Integer sum) {
    long start = System.nanoTime();
    List<String> warnings = List.of();
    boolean complete = false;
    try (Sink sink = file.sink) {
      if (isWhole(file, sum)) {
        warnings = sink.complete(attributes, settings.durable());
        complete = true;
      } else {
        sink.discard();
      }
    } catch (IOException e) {
      tell(file.target, e);
    }
    clocks.completing.add(System.nanoTime() - start);
    finished(file, complete, warnings);
  }

  private boolean isWhole(IncomingFile file, Integer sum) {
    boolean same = Objects.equals(file.sum(), sum);
    if (!same) {
      events.trouble(
          new Trouble(
              Failure.Kind.VERIFICATION,
              file.target,
              "what was put together from the old file and what changed is not the source; "
                  + (file.sink.older() == Older.REWRITTEN
                      ? "it is neither old nor new: run it again"
                      : "the old file stands")));
    }
    return same;
  }

  private void finished(IncomingFile file, boolean complete, List<String> warnings) {
    if (!complete) {
      events.lost(file.arrived(), file.resumed());
    }
    targets.done(file.reference, complete, warnings);
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

  /** Sets where packs go. */
  void packs(PackTarget target) {
    packTarget = target;
  }

  boolean takesPacks() {
    return packTarget != null;
  }

  void pack(int stream, Channel channel, Frame frame, ByteBuf payload) {
    packTarget.pack(stream, channel, frame, payload);
  }

  /** Takes packs of small files; on a stream's event loop. */
  interface PackTarget {
    /** Answers on the channel when it is written; the payload is valid during the call only. */
    void pack(int stream, Channel channel, Frame frame, ByteBuf payload);
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
