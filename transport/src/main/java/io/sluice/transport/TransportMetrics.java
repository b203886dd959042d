package io.sluice.transport;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Exports which transports this process chose and why: a gauge {@value #NAME} of 1 with the tags
 * {@code transport} and {@code reason} for each different choice, those made before the binding and
 * those made after it. Needs Micrometer on the class path, which this library does not bring.
 *
 * <p>Closing stops the export of new choices; what is registered stays with its registry.
 */
public final class TransportMetrics implements MeterBinder, AutoCloseable {
  /** Name of the gauge. */
  public static final String NAME = "sluice.transport.choice";

  private final Selection selection;
  private final List<Consumer<Choice>> bound = new CopyOnWriteArrayList<>();

  /** Of the choices that {@link Transports} makes. */
  public TransportMetrics() {
    this(Transports.SELECTION);
  }

  TransportMetrics(Selection selection) {
    this.selection = selection;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Consumer<Choice> export = choice -> export(choice, registry);
    bound.add(export);
    selection.listen(export);
  }

  private static void export(Choice choice, MeterRegistry registry) {
    Gauge.builder(NAME, () -> 1)
        .description("1 for each different choice of a transport")
        .tags(Tags.of("transport", choice.transport().name(), "reason", choice.reason()))
        .register(registry);
  }

  @Override
  public void close() {
    bound.forEach(selection::stopListening);
    bound.clear();
  }
}
