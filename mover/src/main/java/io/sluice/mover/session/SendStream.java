package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.sluice.mover.Source;
import io.sluice.mover.delta.ExtentHash;
import io.sluice.mover.delta.Outline;
import io.sluice.mover.delta.Parts;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * One data stream of the sender. It takes an extent, reads a chunk into a buffer that stays warm,
 * adds it to the checksum, writes it, and goes on when the channel has taken it; between an
 * extent's last byte and its acknowledgement the extent stays on the stream's list.
 *
 * <p>On the channel's event loop, but for {@link #wake}, {@link #close} and {@link #isStalled}.
 */
final class SendStream implements FrameReader.Target {
  /** Bytes a chunk: fits into a core's second-level cache with room for the socket's copy. */
  static final int CHUNK = 256 << 10;

  /** Chunks before the loop is handed to its other streams. */
  private static final int TURN = 16;

  private final int number;
  private final Channel channel;
  private final Sender sender;
  private final Clocks clocks;
  private final boolean zeroCopy;
  private final CRC32C crc = new CRC32C();
  private final Outline outline = new Outline();
  private final InFlight inFlight;
  private final ChannelFutureListener written = this::written;
  private final Runnable pump = this::pump;
  private ByteBuf buffer;
  private Extent current;
  private long position;
  private int left;
  private boolean poisoned;
  private boolean pending;
  private boolean hungry;
  private boolean ended;
  private long waitingSince;
  private volatile long progressAt = System.nanoTime();
  private volatile boolean busy;

  SendStream(int number, Channel channel, Sender sender) {
    this.number = number;
    this.channel = channel;
    this.sender = sender;
    this.inFlight = new InFlight(number, sender);
    this.clocks = sender.clocks();
    this.zeroCopy = sender.settings().zeroCopy();
    this.buffer = channel.alloc().directBuffer(Frame.HEADER + CHUNK + Frame.TRAILER);
  }

  int number() {
    return number;
  }

  /** There may be work again. Any thread. */
  void wake() {
    channel.eventLoop().execute(pump);
  }

  /** Ends the stream; its extents go back to the queue. Any thread. */
  void close() {
    channel.close();
  }

  /** Whether bytes are under way and none moved for that long. Any thread. */
  boolean isStalled(long now, long nanos) {
    return busy && now - progressAt > nanos;
  }

  /** Sends until the channel is full, the work is out, or the turn is over. */
  void pump() {
    if (ended || pending) {
      return;
    }
    if (hungry) {
      hungry = false;
      clocks.idle.add(System.nanoTime() - waitingSince);
    }
    for (int turn = 0; turn < TURN; turn++) {
      if (current == null && !begin()) {
        return;
      }
      if (pending) {
        // The word of a check has not gone out: the buffer may be written to only after it.
        return;
      }
      if (current == null) {
        continue;
      }
      int now = Math.min(left, CHUNK);
      long wait = sender.limiter().take(now);
      if (wait > 0) {
        pending = true;
        clocks.limited.add(wait);
        channel
            .eventLoop()
            .schedule(
                () -> {
                  pending = false;
                  progressAt = System.nanoTime();
                  if (!ended) {
                    step(now);
                    pump();
                  }
                },
                wait,
                TimeUnit.NANOSECONDS);
        return;
      }
      step(now);
      if (pending || ended) {
        return;
      }
    }
    channel.eventLoop().execute(pump);
  }

  private boolean begin() {
    Pack pack = sender.takePack(false);
    if (pack != null) {
      send(pack);
      return !pending;
    }
    if (inFlight.isFull()) {
      return false;
    }
    current = sender.take(this);
    if (current == null) {
      pack = sender.takePack(true);
      if (pack != null) {
        send(pack);
        return !pending;
      }
      hungry = true;
      waitingSince = System.nanoTime();
      busy = !inFlight.isEmpty();
      return false;
    }
    if (!busy) {
      progressAt = System.nanoTime();
      busy = true;
    }
    position = current.offset();
    left = current.length();
    crc.reset();
    poisoned = false;
    if (current.way() == Extent.Way.CHECK) {
      check();
    } else if (current.way() == Extent.Way.COMPARE) {
      compare();
    }
    return true;
  }

  private void send(Pack pack) {
    if (!busy) {
      progressAt = System.nanoTime();
      busy = true;
    }
    inFlight.add(pack);
    int length = pack.frame().readableBytes();
    long wait = sender.limiter().take(length);
    if (wait <= 0) {
      write(pack);
      return;
    }
    pending = true;
    clocks.limited.add(wait);
    channel
        .eventLoop()
        .schedule(
            () -> {
              pending = false;
              progressAt = System.nanoTime();
              if (!ended) {
                write(pack);
                pump();
              }
            },
            wait,
            TimeUnit.NANOSECONDS);
  }

  private void write(Pack pack) {
    clocks.wireBytes.add(pack.frame().readableBytes());
    follow(channel.writeAndFlush(pack.frame().retainedDuplicate()));
  }

  private void check() {
    Extent extent = current;
    current = null;
    long start = System.nanoTime();
    byte[] hash = null;
    try {
      hash =
          ExtentHash.of(extent.file().source::read, extent.offset(), extent.length(), buffer, crc);
    } catch (IOException e) {
      sender.unreadable(extent.file(), e);
    }
    clocks.disk.add(System.nanoTime() - start);
    if (hash == null) {
      // It ended early: let the sending path find out.
      current = extent.toSend();
      return;
    }
    byte[] payload = hash;
    send(
        Type.CHECK,
        extent.read(Parts.one(extent.length(), (int) crc.getValue())),
        out -> out.writeBytes(payload));
  }

  /** Sends the hashes of the current extent's parts. */
  private void compare() {
    Extent extent = current;
    current = null;
    long start = System.nanoTime();
    ByteBuf hashes = channel.alloc().buffer();
    Parts parts = null;
    try {
      parts = extent.file().outline(outline, extent, buffer.nioBuffer(0, CHUNK), hashes);
    } catch (IOException e) {
      sender.unreadable(extent.file(), e);
    }
    clocks.disk.add(System.nanoTime() - start);
    if (parts != null) {
      send(Type.COMPARE, extent.read(parts), out -> out.writeBytes(hashes));
    } else {
      crc.reset();
      current = extent.toSend();
    }
    hashes.release();
  }

  /** Sends what the receiver answers for an extent whose bytes it may have. */
  private void send(int type, Extent extent, Consumer<ByteBuf> payload) {
    inFlight.add(extent);
    ByteBuf frame =
        Control.frame(channel, type, extent.file().id, extent.offset(), extent.length(), payload);
    clocks.wireBytes.add(frame.readableBytes());
    follow(channel.writeAndFlush(frame));
  }

  /** Reads and writes one chunk of the current extent. */
  private void step(int now) {
    ByteBuf out = buffer.clear();
    if (left == current.length()) {
      Frame.write(
          out, Type.DATA, Frame.REQUIRED, current.length(), current.file().id, current.offset(), 0);
    }
    int head = out.writerIndex();
    fill(out, head, now);
    boolean region = zeroCopy && !poisoned && current.file().source.channel() != null;
    if (region) {
      if (head > 0) {
        channel.write(out.retainedSlice(0, head));
      }
      channel.write(new BorrowedRegion(current.file().source.channel(), position, now));
      out.setIndex(head + now, head + now);
    }
    position += now;
    left -= now;
    if (left == 0) {
      int sum = (int) crc.getValue();
      out.writeInt(poisoned ? ~sum : sum);
      inFlight.add(current.read(Parts.one(current.length(), sum)));
      current = null;
    }
    clocks.wireBytes.add(head + now + (left == 0 ? Frame.TRAILER : 0));
    follow(
        out.isReadable()
            ? channel.writeAndFlush(out.retain())
            : channel.writeAndFlush(io.netty.buffer.Unpooled.EMPTY_BUFFER));
  }

  private void fill(ByteBuf out, int head, int now) {
    Source source = current.file().source;
    ByteBuffer into = out.internalNioBuffer(head, now);
    int start = into.position();
    long before = System.nanoTime();
    try {
      while (!poisoned && into.hasRemaining()) {
        if (source.read(into, position + into.position() - start) < 0) {
          poisoned = true;
          sender.unreadable(current.file(), null);
        }
      }
    } catch (IOException e) {
      poisoned = true;
      sender.unreadable(current.file(), e);
    }
    clocks.disk.add(System.nanoTime() - before);
    // After an error the frame still has to be filled; its checksum will be wrong on purpose.
    into.position(start).limit(start + now);
    crc.update(into);
    out.writerIndex(head + now);
  }

  private void follow(ChannelFuture future) {
    if (future.isDone()) {
      if (!future.isSuccess()) {
        channel.close();
        return;
      }
      progressAt = System.nanoTime();
    } else {
      pending = true;
      waitingSince = System.nanoTime();
      future.addListener(written);
    }
  }

  private void written(ChannelFuture future) {
    long now = System.nanoTime();
    clocks.wire.add(now - waitingSince);
    pending = false;
    if (future.isSuccess()) {
      progressAt = now;
      pump();
    } else {
      channel.close();
    }
  }

  @Override
  public void frame(Frame frame, ByteBuf payload) {
    if (inFlight.answered(frame, payload, current)) {
      progressAt = System.nanoTime();
      busy = !inFlight.isEmpty() || current != null;
    }
  }

  @Override
  public void pause() {
    if (current == null) {
      pump();
    }
  }

  @Override
  public void broken(Throwable cause) {
    ended = true;
    busy = false;
    sender.detach(this);
    inFlight.giveBack();
    if (current != null) {
      sender.giveBack(current);
      current = null;
    }
    buffer.release();
  }
}
