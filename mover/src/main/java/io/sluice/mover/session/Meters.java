package io.sluice.mover.session;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The mover's Micrometer meters, or nothing where no registry was given. Names: {@code
 * sluice.mover.bytes}, {@code .retries}, {@code .corrupt} (counters), {@code .sessions}, {@code
 * .streams} (gauges). A rate is what a registry makes of the bytes.
 */
final class Meters {
  private final AtomicInteger sessions = new AtomicInteger();
  private final AtomicInteger streams = new AtomicInteger();
  private final Counter bytes;
  private final Counter retries;
  private final Counter corrupt;

  private Meters(Counter bytes, Counter retries, Counter corrupt) {
    this.bytes = bytes;
    this.retries = retries;
    this.corrupt = corrupt;
  }

  /** Meters of one side, {@code client} or {@code server}. */
  static Meters of(MeterRegistry registry, String side) {
    if (registry == null) {
      return new Meters(null, null, null);
    }
    Meters meters =
        new Meters(
            Counter.builder("sluice.mover.bytes")
                .description("content bytes that arrived and were checked")
                .baseUnit("bytes")
                .tag("side", side)
                .register(registry),
            Counter.builder("sluice.mover.retries")
                .description("streams and sessions that had to connect again")
                .tag("side", side)
                .register(registry),
            Counter.builder("sluice.mover.corrupt")
                .description("extents whose checksum did not match")
                .tag("side", side)
                .register(registry));
    io.micrometer.core.instrument.Gauge.builder("sluice.mover.sessions", meters.sessions::get)
        .description("sessions that are open")
        .tag("side", side)
        .register(registry);
    io.micrometer.core.instrument.Gauge.builder("sluice.mover.streams", meters.streams::get)
        .description("data streams that are connected")
        .tag("side", side)
        .register(registry);
    return meters;
  }

  void bytes(long count) {
    if (bytes != null && count > 0) {
      bytes.increment((double) count);
    }
  }

  void retry() {
    if (retries != null) {
      retries.increment();
    }
  }

  void corrupt() {
    if (corrupt != null) {
      corrupt.increment();
    }
  }

  void sessions(int change) {
    sessions.addAndGet(change);
  }

  void streams(int change) {
    streams.addAndGet(change);
  }
}
