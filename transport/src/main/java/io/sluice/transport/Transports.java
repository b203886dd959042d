package io.sluice.transport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds and chooses transports. */
public final class Transports {
  /** System property that forces a transport by name for every automatic choice. */
  public static final String PROPERTY = "io.sluice.transport";

  /** Environment variable that does the same where the property is not set. */
  public static final String VARIABLE = "SLUICE_TRANSPORT";

  private static final List<Transport> ALL = load();

  private Transports() {}

  private static List<Transport> load() {
    List<Transport> found = new ArrayList<>();
    for (Transport transport :
        ServiceLoader.load(Transport.class, Transports.class.getClassLoader())) {
      found.add(transport);
    }
    found.sort(Comparator.comparingInt(Transport::preference).reversed());
    return List.copyOf(found);
  }

  /** Every transport that is installed, available or not, most preferred first. */
  public static List<Transport> all() {
    return ALL;
  }

  /**
   * The transport of that name, available or not.
   *
   * @throws IllegalArgumentException where none has that name; the message lists those there are
   */
  public static Transport of(String name) {
    for (Transport transport : ALL) {
      if (transport.name().equals(name)) {
        return transport;
      }
    }
    throw new IllegalArgumentException(
        "no transport is named \""
            + name
            + "\"; there are "
            + String.join(", ", ALL.stream().map(Transport::name).toList()));
  }

  /**
   * The best transport of this host, or the one that the property or the variable forces.
   *
   * @throws UnsatisfiedLinkError where the forced one is not available
   * @throws IllegalArgumentException where no transport has the forced name
   */
  public static Choice best() {
    String forced = System.getProperty(PROPERTY);
    String by = "the system property " + PROPERTY;
    if (forced == null || forced.isBlank()) {
      forced = System.getenv(VARIABLE);
      by = "the environment variable " + VARIABLE;
    }
    if (forced != null && !forced.isBlank()) {
      return choose(forced.trim(), by + " says so");
    }
    List<String> passed = new ArrayList<>();
    for (Transport transport : ALL) {
      if (transport.preference() <= 0) {
        continue;
      }
      Throwable cause = transport.unavailabilityCause();
      if (cause == null) {
        String why =
            passed.isEmpty() ? "it is the best that this host has" : String.join("; ", passed);
        return new Choice(transport, why);
      }
      passed.add(transport.name() + " is not available: " + cause.getMessage());
    }
    throw new UnsatisfiedLinkError("no transport is available: " + String.join("; ", passed));
  }

  /** The transport of that name, which must be available, chosen because of {@code reason}. */
  public static Choice choose(String name, String reason) {
    Transport transport = of(name);
    transport.ensureAvailability();
    return new Choice(transport, reason);
  }
}
