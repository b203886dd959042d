package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.Failure;
import io.sluice.mover.Source;
import io.sluice.mover.delta.Outline;
import io.sluice.mover.wire.Fields;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Ready;
import io.sluice.mover.wire.Spent;
import io.sluice.mover.wire.Trouble;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The side that sends: announces files, feeds the streams' queue, has a file completed when all of
 * it is acknowledged, and ends the session after the last.
 */
final class Sender implements Role, ExtentQueue.Through {
  /** How often a source that keeps changing is copied from its start. */
  private static final int ATTEMPTS = 3;

  /** See {@link Source#change}. */
  private static final String VANISHED = "vanished";

  /** Checksum failures of one file in a row, after which the path is not to be trusted. */
  private static final int MOST_DAMAGED = 8;

  /** Wait before an extent is sent again whose range another stream still writes. */
  private static final long BUSY_MILLIS = 20;

  private final Control control;
  private final SendSettings settings;
  private final Events events;
  private final Executor executor;
  private final ExtentQueue queue;
  private final Limiter limiter;
  private final Clocks clocks = new Clocks();
  private final OutgoingFiles files;
  private final Set<SendStream> streams = ConcurrentHashMap.newKeySet();
  private boolean closed;

  Sender(Control control, Feed feed, SendSettings settings, Events events, Executor executor) {
    this.control = control;
    this.settings = settings;
    this.events = events;
    this.executor = executor;
    this.queue = new ExtentQueue(settings.extent());
    this.limiter = new Limiter(settings.limit());
    this.files =
        new OutgoingFiles(
            control,
            feed,
            events,
            executor,
            () -> control.send(Type.END, 0, 0, 0, clocks.spent()::write));
  }

  SendSettings settings() {
    return settings;
  }

  Clocks clocks() {
    return clocks;
  }

  Limiter limiter() {
    return limiter;
  }

  /** Announces the first files. */
  void start() {
    announce();
  }

  /** Announces as many of the feed's files as may be under way. */
  void announce() {
    files.announce();
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    if (frame.type() == Type.END) {
      events.ended(clocks.spent(), Spent.read(payload));
      return;
    }
    OutgoingFile file = files.get(frame.id());
    switch (frame.type()) {
      case Type.READY -> {
        Ready ready = Ready.read(payload);
        if (file != null) {
          ready(file, ready);
        }
      }
      case Type.FINISHED -> {
        List<String> warnings = Fields.texts(payload, 4096);
        if (file != null) {
          finished(file, frame.aux() == 0, warnings);
        }
      }
      default -> Frames.unknown(frame);
    }
  }

  private void ready(OutgoingFile file, Ready ready) {
    switch (ready.answer()) {
      case WANTED -> {
        if (ready.average() != 0 && !Outline.isAverage(ready.average())) {
          throw new Fields.MalformedException("pieces of " + ready.average() + " bytes");
        }
        file.wanted = true;
        file.landed(ready.landed(), ready.base(), ready.seed(), ready.average());
        queue.add(file);
      }
      case SKIPPED -> drop(file, true, true, List.of());
      case FAILED -> drop(file, false, false, List.of());
      default -> throw new IllegalStateException("no such answer");
    }
  }

  private void finished(OutgoingFile file, boolean complete, List<String> warnings) {
    queue.fail(file, "finished", false);
    if (!complete) {
      lost(file);
    }
    drop(file, complete, false, warnings);
  }

  private void drop(OutgoingFile file, boolean complete, boolean skipped, List<String> warnings) {
    if (files.remove(file)) {
      OutgoingFiles.close(file);
      events.done(file.index, complete, skipped, warnings);
      files.left();
    }
  }

  /** The next extent for a stream, or {@code null} for now. */
  Extent take(SendStream stream) {
    return queue.take(stream, this);
  }

  /** A pack whose turn it is, or with {@code any} whatever pack there is; or {@code null}. */
  Pack takePack(boolean any) {
    return queue.takePack(any);
  }

  /** A pack waits for a stream. */
  void offer(Pack pack) {
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        queue.add(pack);
      }
    }
    if (late) {
      pack.frame().release();
    }
  }

  private void lost(OutgoingFile file) {
    synchronized (queue) {
      events.lost(file.acknowledged, file.resumed);
    }
  }

  /** A stream gives an extent back that was not acknowledged. */
  void giveBack(Extent extent) {
    queue.giveBack(extent);
  }

  void acknowledged(int stream, Extent extent, boolean resumed) {
    events.arrived(stream, extent.length(), resumed ? extent.length() : 0);
    if (queue.acknowledged(extent, resumed)) {
      through(extent.file());
    }
  }

  /**
   * The receiver has compared the parts of an extent.
   *
   * @param same a bit for each part, the lowest of the first octet for the first
   */
  void compared(int stream, Extent extent, ByteBuf same) {
    if (extent.way() != Extent.Way.COMPARE || same.readableBytes() != extent.parts().octets()) {
      throw new Fields.MalformedException("a comparison was answered that was not asked for");
    }
    BitSet right = BitSet.valueOf(same.nioBuffer());
    long bytes = queue.compared(extent, right);
    events.arrived(stream, bytes, bytes);
    if (queue.isThrough(extent.file())) {
      through(extent.file());
    }
  }

  /** Bytes of an extent under way have been written. */
  void partial(long change) {
    events.partial(change);
  }

  /** The receiver did not take an extent, for the reason of {@link Frames}. */
  void refused(Extent extent, int reason) {
    OutgoingFile file = extent.file();
    switch (reason) {
      case Frames.DAMAGED -> {
        boolean hopeless;
        synchronized (queue) {
          if (file.trouble != null) {
            // It was sent with a wrong sum on purpose: its source could not be read to the end.
            return;
          }
          hopeless = ++file.damaged > MOST_DAMAGED;
        }
        events.corrupt();
        if (hopeless) {
          give(
              file,
              new Trouble(
                  Failure.Kind.VERIFICATION,
                  file.path,
                  "what arrived differed from what was sent, "
                      + file.damaged
                      + " times in a row: something on the way changes bytes"),
              false);
        } else {
          queue.giveBack(extent.toSend());
        }
      }
      case Frames.DIFFERENT -> queue.giveBack(extent.toSend());
      case Frames.BUSY ->
          control
              .channel()
              .eventLoop()
              .schedule(() -> queue.giveBack(extent), BUSY_MILLIS, TimeUnit.MILLISECONDS);
      default -> {
        // The receiver has dropped the file and told why on the control channel.
      }
    }
  }

  /** Reading the source failed, or it ended early ({@code cause} is {@code null}). */
  void unreadable(OutgoingFile file, IOException cause) {
    if (cause == null) {
      changed(file, "became shorter");
    } else {
      give(file, OutgoingFiles.trouble(file.path, cause), false);
    }
  }

  @Override
  public void failed(OutgoingFile file, IOException cause) {
    give(file, OutgoingFiles.trouble(file.path, cause), false);
  }

  @Override
  public void through(OutgoingFile file) {
    synchronized (queue) {
      if (file.completing || file.trouble != null) {
        return;
      }
      file.completing = true;
    }
    executor.execute(
        () -> {
          String change;
          int sum = 0;
          try {
            if (file.isBased()) {
              synchronized (queue) {
                sum = file.sum();
              }
            }
            change = file.source.change();
          } catch (IOException e) {
            give(file, OutgoingFiles.trouble(file.path, e), false);
            return;
          }
          if (VANISHED.equals(change)) {
            // Its name is gone, but every byte was read from the open file.
            events.trouble(
                new Trouble(
                    Failure.Kind.VANISHED,
                    file.path,
                    "vanished while it was copied; all of it is at the destination"));
          } else if (change != null) {
            changed(file, change);
            return;
          }
          int whole = sum;
          control.send(
              Type.COMPLETE,
              file.id,
              0,
              file.isBased() ? Frames.SUMMED : 0,
              out -> {
                Fields.putAttributes(out, file.attributes);
                if (file.isBased()) {
                  out.writeInt(whole);
                }
              });
        });
  }

  private void changed(OutgoingFile file, String how) {
    if (file.attempt < ATTEMPTS) {
      if (queue.fail(file, "changed", true) && files.remove(file)) {
        control.send(Type.ABANDON, file.id, 0, 0);
        lost(file);
        OutgoingFiles.close(file);
        events.trouble(
            new Trouble(
                Failure.Kind.NOTICE, file.path, how + " while it was copied: copied again"));
        files.announceAgain(file);
      }
    } else {
      give(
          file,
          new Trouble(
              Failure.Kind.CHANGED,
              file.path,
              how + " while it was copied, " + ATTEMPTS + " times; the old file stands"),
          false);
    }
  }

  private void give(OutgoingFile file, Trouble trouble, boolean keep) {
    if (queue.fail(file, trouble.cause(), false)) {
      control.send(Type.ABANDON, file.id, 0, keep ? 1 : 0);
      events.trouble(trouble);
      lost(file);
      drop(file, false, false, List.of());
    }
  }

  @Override
  public void attach(int number, Channel channel, FrameReader reader, Landing landing) {
    SendStream stream;
    synchronized (this) {
      if (closed) {
        channel.close();
        return;
      }
      stream = new SendStream(number, channel, this);
      streams.add(stream);
    }
    // Answers are small: the buffer stays as it is until the end.
    channel.closeFuture().addListener(over -> landing.close());
    clocks.streams.incrementAndGet();
    events.streams(1);
    reader.become(stream, Frames.MOST_PAYLOAD, 0);
    stream.pump();
  }

  void detach(SendStream stream) {
    if (streams.remove(stream)) {
      queue.leave(stream);
      events.streams(-1);
    }
  }

  @Override
  public void watch(long now) {
    for (SendStream stream : streams) {
      if (stream.isStalled(now, settings.timeoutNanos())) {
        events.stalled(
            "stream "
                + stream.number()
                + ": no progress for "
                + TimeUnit.NANOSECONDS.toSeconds(settings.timeoutNanos())
                + " s while sending");
        stream.close();
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    streams.forEach(SendStream::close);
    queue.dropPacks().forEach(pack -> pack.frame().release());
    for (OutgoingFile file : files.close()) {
      if (queue.fail(file, "closed", false)) {
        lost(file);
      }
      // A stream may be reading it on its own thread; what it gets then is an error it ignores.
      OutgoingFiles.close(file);
    }
  }
}
