package io.sluice.mover.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes TCP connections on and does to them what networks do: flips bits, cuts, stalls, delays,
 * limits. Each direction has its faults, which can be changed at any time. The first connection of
 * a session is its control channel; faults spare it unless {@link Faults#alsoControl} says
 * otherwise.
 */
public final class FaultyRelay implements AutoCloseable {
  private static final int PIECE = 64 << 10;

  private final ServerSocket listener;
  private final InetSocketAddress target;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Faults toServer = new Faults();
  private final Faults toClient = new Faults();
  private volatile boolean refusing;

  /** What happens in one direction. Thread-safe. */
  public final class Faults {
    private final AtomicLong passed = new AtomicLong();
    private final AtomicLong flipAt = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong cutAt = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong flips = new AtomicLong();
    private volatile long flipStep;
    private volatile long delayNanos;
    private volatile long bytesPerSecond;
    private volatile boolean stalled;
    private volatile boolean control;
    private volatile int lastConnection = Integer.MAX_VALUE;

    private Faults() {}

    /** Flips one bit of the byte that is that many bytes from the start of all data. */
    public Faults flipAt(long offset) {
      flipAt.set(offset);
      return this;
    }

    /** Flips one bit in every so many bytes, from now on. */
    public Faults flipEvery(long bytes) {
      flipStep = bytes;
      flipAt.set(passed.get() + bytes);
      return this;
    }

    /** Closes the connection over which the byte goes that is that many from the start. */
    public Faults cutAt(long offset) {
      cutAt.set(offset);
      return this;
    }

    /** Takes no more bytes until {@link #goOn}: both ends stay connected. */
    public Faults stall() {
      stalled = true;
      return this;
    }

    /** Ends a stall. */
    public void goOn() {
      stalled = false;
    }

    /** Holds every piece for a while before it passes. */
    public Faults delay(Duration by) {
      delayNanos = by.toNanos();
      return this;
    }

    /** Lets no more than so many bytes of each connection pass in a second. */
    public Faults limit(long bytesASecond) {
      bytesPerSecond = bytesASecond;
      return this;
    }

    /** The faults strike control channels too. */
    public Faults alsoControl() {
      control = true;
      return this;
    }

    /** The faults strike only connections up to that number; 0 is the control channel. */
    public Faults upToConnection(int number) {
      lastConnection = number;
      return this;
    }

    /** Data bytes that have passed. */
    public long passed() {
      return passed.get();
    }

    /** Bits that were flipped. */
    public long flips() {
      return flips.get();
    }

    private void pass(int connection, InputStream in, OutputStream out) throws IOException {
      byte[] piece = new byte[PIECE];
      while (true) {
        int length = in.read(piece);
        if (length < 0) {
          return;
        }
        boolean struck = (connection > 0 || control) && connection <= lastConnection;
        while (struck && stalled && !listener.isClosed()) {
          LockSupport.parkNanos(1_000_000);
        }
        if (struck) {
          strike(piece, length);
        }
        out.write(piece, 0, length);
      }
    }

    private void strike(byte[] piece, int length) throws IOException {
      long start = passed.getAndAdd(length);
      long end = start + length;
      if (cutAt.get() < end && cutAt.getAndSet(Long.MAX_VALUE) < end) {
        throw new IOException("cut");
      }
      for (long at = flipAt.get(); at < end; at = flipAt.get()) {
        long next = flipStep == 0 ? Long.MAX_VALUE : at + flipStep;
        if (flipAt.compareAndSet(at, next) && at >= start) {
          piece[(int) (at - start)] ^= 4;
          flips.incrementAndGet();
        }
      }
      long pause =
          delayNanos + (bytesPerSecond == 0 ? 0 : length * 1_000_000_000L / bytesPerSecond);
      long until = System.nanoTime() + pause;
      while (pause > 0 && System.nanoTime() - until < 0 && !listener.isClosed()) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
    }
  }

  /** Listens on a free port of loopback. */
  public FaultyRelay(InetSocketAddress target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    thread(this::acceptAll);
  }

  private static void thread(Runnable body) {
    Thread thread = new Thread(body, "faulty-relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where clients connect to. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Faults of what clients send. */
  public Faults toServer() {
    return toServer;
  }

  /** Faults of what servers send. */
  public Faults toClient() {
    return toClient;
  }

  /** Connections so far. */
  public int connections() {
    return accepted.get();
  }

  /** Cuts all connections now. */
  public void cut() {
    open.forEach(FaultyRelay::shut);
  }

  /** Cuts each new connection as soon as it comes, or no longer does. */
  public void refuse(boolean value) {
    refusing = value;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = listener.accept();
        if (refusing) {
          shut(client);
        } else {
          connect(client, accepted.getAndIncrement());
        }
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void connect(Socket client, int number) {
    open.add(client);
    Socket server = new Socket();
    open.add(server);
    try {
      client.setTcpNoDelay(true);
      server.connect(target);
      server.setTcpNoDelay(true);
    } catch (IOException e) {
      shut(client);
      return;
    }
    thread(() -> pass(toServer, number, client, server));
    thread(() -> pass(toClient, number, server, client));
  }

  private void pass(Faults faults, int number, Socket from, Socket to) {
    try {
      faults.pass(number, from.getInputStream(), to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      shut(from);
      shut(to);
    }
  }

  private static void shut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
