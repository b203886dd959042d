package io.sluice.mover.session;

import io.sluice.mover.rail.HostAddresses;
import io.sluice.mover.wire.Hello;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a server tells of its addresses. Reading them blocks for some milliseconds, so it is done
 * aside, for the next who asks: links come and go while a server runs. Thread-safe.
 */
final class ToldAddresses {
  private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

  private final List<InetSocketAddress> listening;
  private final AtomicLong readAt = new AtomicLong(System.nanoTime());
  private volatile List<Hello.Address> told;

  /** Reads them for the first time. */
  ToldAddresses(List<InetSocketAddress> listening) {
    this.listening = List.copyOf(listening);
    read();
  }

  private void read() {
    told = HelloAddresses.tell(listening, HostAddresses.here());
  }

  /** As they were read last. Never blocks. */
  List<Hello.Address> now() {
    long last = readAt.get();
    long now = System.nanoTime();
    if (now - last > FRESH && readAt.compareAndSet(last, now)) {
      Thread reader = new Thread(this::read, "sluice-addresses");
      reader.setDaemon(true);
      reader.start();
    }
    return told;
  }
}
