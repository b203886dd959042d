package io.sluice.transport.ucx;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/**
 * Exports what this process's UCX channels did, summed over all event loops:
 *
 * <ul>
 *   <li>{@code sluice.ucx.frames} and {@code sluice.ucx.bytes}, with the tags {@code direction} and
 *       {@code kind}, {@code eager} or {@code rendezvous};
 *   <li>{@code sluice.ucx.control.frames}, frames without payload that were sent;
 *   <li>{@code sluice.ucx.spins} and {@code sluice.ucx.arms}, how idle loops waited;
 *   <li>{@code sluice.ucx.credit.waits}, writes that waited for the reader;
 *   <li>{@code sluice.ucx.stray.frames}, frames for streams that are gone;
 *   <li>{@code sluice.ucx.connections}, with the tags {@code path} and, for those that stayed on
 *       TCP, {@code reason}.
 * </ul>
 *
 * <p>Needs Micrometer on the class path, which the transport itself does not.
 */
public final class UcxMetrics implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    traffic(registry, "sent", "eager", Counter.EAGER_SENT, Counter.EAGER_BYTES_SENT);
    traffic(registry, "received", "eager", Counter.EAGER_RECEIVED, Counter.EAGER_BYTES_RECEIVED);
    traffic(registry, "sent", "rendezvous", Counter.RENDEZVOUS_SENT, Counter.RENDEZVOUS_BYTES_SENT);
    traffic(
        registry,
        "received",
        "rendezvous",
        Counter.RENDEZVOUS_RECEIVED,
        Counter.RENDEZVOUS_BYTES_RECEIVED);
    plain(registry, "sluice.ucx.control.frames", Counter.CONTROL_SENT);
    plain(registry, "sluice.ucx.spins", Counter.SPINS);
    plain(registry, "sluice.ucx.arms", Counter.ARMS);
    plain(registry, "sluice.ucx.credit.waits", Counter.CREDIT_WAITS);
    plain(registry, "sluice.ucx.stray.frames", Counter.STRAY_FRAMES);
    for (Lane lane : Lane.values()) {
      connections(registry, lane, lane.name(), "");
    }
    for (Fallback fallback : Fallback.values()) {
      connections(registry, fallback, "tcp", fallback.name());
    }
  }

  private static void traffic(
      MeterRegistry registry, String direction, String kind, Counter frames, Counter bytes) {
    FunctionCounter.builder("sluice.ucx.frames", frames, Counters::sum)
        .tags("direction", direction, "kind", kind)
        .register(registry);
    FunctionCounter.builder("sluice.ucx.bytes", bytes, Counters::sum)
        .tags("direction", direction, "kind", kind)
        .baseUnit("bytes")
        .register(registry);
  }

  private static void plain(MeterRegistry registry, String name, Counter counter) {
    FunctionCounter.builder(name, counter, Counters::sum).register(registry);
  }

  private static void connections(
      MeterRegistry registry, Enum<?> outcome, String path, String reason) {
    FunctionCounter.builder("sluice.ucx.connections", outcome, Upgrades::count)
        .tags("path", path.toLowerCase(Locale.ROOT), "reason", reason.toLowerCase(Locale.ROOT))
        .register(registry);
  }
}
