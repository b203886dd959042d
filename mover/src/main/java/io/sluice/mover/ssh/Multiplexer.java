package io.sluice.mover.ssh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries TCP connections over one pair of byte streams, with half close and a window for each. A
 * frame is type (1 byte), connection (4), length (4), and the data of a {@link #DATA} frame.
 *
 * <p>One thread reads and one writes the streams; the connections are Netty channels, each with a
 * {@link Carried} in its pipeline. A channel is read again only when its last piece was written,
 * and no more than {@link #WINDOW} bytes of it are on their way: so memory is bounded by that,
 * times {@link #MOST_CONNECTIONS}, and a connection that nobody reads holds up no other.
 */
final class Multiplexer {
  /** Bytes of one connection that may be on their way in one direction. */
  static final int WINDOW = 1 << 20;

  /** The most data of one frame, in bytes. */
  static final int PIECE = 64 << 10;

  static final int MOST_CONNECTIONS = 256;

  private static final byte OPEN = 1;
  private static final byte DATA = 2;
  private static final byte CREDIT = 3;
  private static final byte END = 4;
  private static final byte RESET = 5;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Opener opener;
  private final Map<Integer, Carried> open = new ConcurrentHashMap<>();
  private final BlockingQueue<Frame> outgoing = new LinkedBlockingQueue<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Makes this side's channel for a connection that the other side opened. */
  @FunctionalInterface
  interface Opener {
    /** Connects and puts {@code carried} into the pipeline; throws where this fails. */
    void open(Carried carried) throws IOException;
  }

  private record Frame(byte type, int id, int length, ByteBuf data, Runnable written) {}

  /**
   * Takes over both streams; call {@link #start} next.
   *
   * @param opener for the side that is connected to; the side that connects refuses all
   */
  Multiplexer(InputStream in, OutputStream out, Opener opener) {
    this.in = new DataInputStream(new BufferedInputStream(in, PIECE));
    this.out = new DataOutputStream(new BufferedOutputStream(out, PIECE));
    this.opener = opener;
  }

  /** Starts the two threads. They end with the streams. */
  void start() {
    thread("read", this::readAll);
    Thread writer = thread("write", this::writeAll);
    ended.whenComplete((nothing, failure) -> writer.interrupt());
  }

  private static Thread thread(String what, Runnable body) {
    Thread thread = new Thread(body, "sluice-ssh-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Completes when the streams are at their end, normally or not, and all channels are closed. */
  CompletionStage<Void> ended() {
    return ended;
  }

  /** Carries a channel that somebody opened to this side. On the channel's event loop. */
  void carry(Channel channel) {
    if (open.size() >= MOST_CONNECTIONS || ended.isDone()) {
      channel.close();
      return;
    }
    Carried carried = new Carried(this, lastId.incrementAndGet());
    open.put(carried.id(), carried);
    channel.pipeline().addLast(carried);
    send(OPEN, carried.id(), 0);
  }

  void sendData(int id, ByteBuf data, Runnable written) {
    send(new Frame(DATA, id, data.readableBytes(), data, written));
  }

  void sendCredit(int id, int bytes) {
    send(CREDIT, id, bytes);
  }

  void sendEnd(int id) {
    send(END, id, 0);
  }

  /** The channel is gone: the other side is told unless it knows. */
  void closed(int id, boolean tell) {
    if (open.remove(id) != null && tell) {
      send(RESET, id, 0);
    }
  }

  private void send(byte type, int id, int length) {
    send(new Frame(type, id, length, Unpooled.EMPTY_BUFFER, () -> {}));
  }

  private void send(Frame frame) {
    outgoing.add(frame);
    if (ended.isDone()) {
      drop();
    }
  }

  private void drop() {
    for (Frame left = outgoing.poll(); left != null; left = outgoing.poll()) {
      left.data.release();
    }
  }

  private void writeAll() {
    try {
      while (!ended.isDone()) {
        Frame frame = outgoing.poll();
        if (frame == null) {
          out.flush();
          frame = outgoing.take();
        }
        try {
          out.writeByte(frame.type);
          out.writeInt(frame.id);
          out.writeInt(frame.length);
          frame.data.readBytes(out, frame.data.readableBytes());
        } finally {
          frame.data.release();
        }
        frame.written.run();
      }
    } catch (InterruptedException e) {
      end(null);
    } catch (IOException e) {
      end(e);
    } finally {
      drop();
    }
  }

  private void readAll() {
    try {
      while (true) {
        byte type = in.readByte();
        int id = in.readInt();
        receive(type, id, in.readInt());
      }
    } catch (EOFException e) {
      end(null);
    } catch (IOException e) {
      end(e);
    }
  }

  private void receive(byte type, int id, int length) throws IOException {
    boolean valid =
        switch (type) {
          case DATA -> length > 0 && length <= PIECE;
          case CREDIT -> length > 0 && length <= WINDOW;
          default -> length == 0;
        };
    if (!valid) {
      throw new IOException("a frame of type " + type + " with length " + length);
    }
    if (type == OPEN) {
      accept(id);
      return;
    }
    Carried carried = open.get(id);
    if (type == DATA) {
      byte[] data = in.readNBytes(length);
      if (data.length < length) {
        throw new EOFException();
      }
      if (carried != null) {
        carried.received(Unpooled.wrappedBuffer(data));
      }
      return;
    }
    // What crossed our own close on its way is for a connection that is gone.
    if (carried != null) {
      switch (type) {
        case CREDIT -> carried.credited(length);
        case END -> carried.peerEnded();
        case RESET -> carried.peerReset();
        default -> throw new IOException("a frame of the unknown type " + type);
      }
    }
  }

  private void accept(int id) throws IOException {
    if (opener == null) {
      throw new IOException("the other side may not open connections");
    }
    Carried carried = new Carried(this, id);
    if (open.size() >= MOST_CONNECTIONS || open.putIfAbsent(id, carried) != null) {
      throw new IOException("connection " + id + " is one too many");
    }
    try {
      opener.open(carried);
    } catch (IOException e) {
      closed(id, true);
    }
  }

  /** Closes all channels. The streams stay the caller's. */
  void end(Throwable cause) {
    boolean first = cause == null ? ended.complete(null) : ended.completeExceptionally(cause);
    if (first) {
      open.values().forEach(Carried::peerReset);
    }
  }
}
