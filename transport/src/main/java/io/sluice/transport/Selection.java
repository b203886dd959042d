package io.sluice.transport;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Chooses among transports and remembers what was chosen. */
final class Selection {
  private static final InternalLogger logger = InternalLoggerFactory.getInstance(Transports.class);

  /** Different choices remembered; a reason holds other people's words and might never repeat. */
  private static final int REMEMBERED = 32;

  private final List<Transport> all;
  private final UnaryOperator<String> properties;
  private final UnaryOperator<String> environment;
  private final Set<Choice> made = new LinkedHashSet<>();
  private final List<Consumer<Choice>> listeners = new ArrayList<>();

  Selection(
      Iterable<Transport> transports,
      UnaryOperator<String> properties,
      UnaryOperator<String> environment) {
    List<Transport> found = new ArrayList<>();
    transports.forEach(found::add);
    found.sort(Comparator.comparingInt(Transport::preference).reversed());
    this.all = List.copyOf(found);
    this.properties = properties;
    this.environment = environment;
  }

  /** Transports on the class path. One that can't be loaded is left out and doesn't stop others. */
  static List<Transport> installed() {
    List<Transport> found = new ArrayList<>();
    var providers =
        ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return found;
        }
        found.add(providers.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        logger.warn("A transport can't be loaded: {}", Causes.text(e));
      }
    }
  }

  List<Transport> all() {
    return all;
  }

  Transport of(String name) {
    return all.stream()
        .filter(transport -> transport.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no transport is named \""
                        + name
                        + "\"; there are "
                        + String.join(", ", all.stream().map(Transport::name).toList())));
  }

  /** The forced one, else the most preferred that is available and to which nothing objects. */
  Choice best(Function<Transport, Optional<String>> objections) {
    String forced = properties.apply(Transports.PROPERTY);
    if (forced != null && !forced.isBlank()) {
      return choose(forced.trim(), "the system property " + Transports.PROPERTY + " says so");
    }
    forced = environment.apply(Transports.VARIABLE);
    if (forced != null && !forced.isBlank()) {
      return choose(forced.trim(), "the environment variable " + Transports.VARIABLE + " says so");
    }
    List<String> passed = new ArrayList<>();
    for (Transport transport : all) {
      if (transport.preference() <= 0) {
        continue;
      }
      // An objection comes first: where there is no RDMA port, nobody need load UCX to find out.
      Optional<String> objection = objections.apply(transport);
      if (objection.isPresent()) {
        passed.add(objection.get());
        continue;
      }
      Throwable cause = transport.unavailabilityCause();
      if (cause != null) {
        passed.add(transport.name() + " is not available: " + Causes.text(cause));
        continue;
      }
      return remember(
          new Choice(
              transport,
              passed.isEmpty() ? "it is the best that this host has" : String.join("; ", passed)));
    }
    throw new UnsatisfiedLinkError("no transport can be used: " + String.join("; ", passed));
  }

  Choice choose(String name, String reason) {
    Transport transport;
    try {
      transport = of(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + " (" + reason + ")", e);
    }
    Throwable cause = transport.unavailabilityCause();
    if (cause != null) {
      throw (Error)
          new UnsatisfiedLinkError(
                  "transport "
                      + name
                      + " is required, because "
                      + reason
                      + ", but is not available: "
                      + Causes.text(cause))
              .initCause(cause);
    }
    return remember(new Choice(transport, reason));
  }

  private Choice remember(Choice choice) {
    List<Consumer<Choice>> told;
    synchronized (this) {
      if (made.size() >= REMEMBERED || !made.add(choice)) {
        return choice;
      }
      told = List.copyOf(listeners);
    }
    logger.info("Transport: {}", choice);
    told.forEach(listener -> listener.accept(choice));
    return choice;
  }

  /** Tells {@code listener} of every different choice, those already made first. */
  void listen(Consumer<Choice> listener) {
    List<Choice> before;
    synchronized (this) {
      listeners.add(listener);
      before = List.copyOf(made);
    }
    before.forEach(listener);
  }

  synchronized void stopListening(Consumer<Choice> listener) {
    listeners.remove(listener);
  }
}
