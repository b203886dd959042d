package io.sluice.transport.link;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What is known of a network interface. Whatever the kernel does not say is empty.
 *
 * @param name the interface, such as {@code ib0}
 * @param kind what sort of network it is on
 * @param mode how IPoIB sends, where this is IPoIB
 * @param mtu in bytes
 * @param speed what the driver claims; many virtual ones and a link that is down claim nothing
 * @param slot the PCI Express slot of its card
 * @param port the RDMA port behind it
 * @param numaNode the node that its card is attached to
 * @param operationalState the kernel's word of RFC 2863: {@code up}, {@code down}, {@code unknown},
 *     …
 * @param carrier whether the physical layer is up
 * @param driver of its card
 * @param addresses those of this host that it carries; none where the facts were read from a folder
 */
public record Link(
    String name,
    Kind kind,
    Optional<Mode> mode,
    OptionalInt mtu,
    Optional<Rate> speed,
    Optional<Slot> slot,
    Optional<Port> port,
    OptionalInt numaNode,
    Optional<String> operationalState,
    Optional<Boolean> carrier,
    Optional<String> driver,
    List<InetAddress> addresses) {

  /** Sorts of links. */
  public enum Kind {
    /** Ethernet without RDMA. */
    ETHERNET("Ethernet"),
    /** IP over InfiniBand. */
    IPOIB("IPoIB"),
    /** Ethernet whose card also does RDMA over it. */
    ROCE("RoCE"),
    /** Within this host. */
    LOOPBACK("loopback"),
    /** Made by software: veth, bridge, bond, VLAN, tunnel. Its speed may be another link's. */
    VIRTUAL("virtual"),
    /** Something else, or the kernel did not say. */
    UNKNOWN("unknown kind");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** How IPoIB sends. */
  public enum Mode {
    /** Over unreliable datagrams: MTU up to 2044 or 4092, with checksum offload. */
    DATAGRAM("datagram"),
    /** Over a connection to each neighbour: MTU up to 65520, without offloads. */
    CONNECTED("connected");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Links that can carry data before those that can't, then the faster first; one whose rate is
   * unknown comes after those whose rate is known. Equal links are in the order of their names.
   */
  public static final Comparator<Link> FASTEST_FIRST =
      Comparator.comparing(Link::isUsable)
          .thenComparing(link -> link.dataRate().map(Rate::megabits).orElse(0L))
          .reversed()
          .thenComparing(Link::name);

  /** Makes the list of addresses unmodifiable. */
  public Link {
    addresses = List.copyOf(addresses);
  }

  /**
   * The link of this host that has that address. Reads sysfs, so it belongs on no event loop; to
   * look up several, keep a {@link Links}.
   */
  public static Optional<Link> of(InetAddress address) {
    return Links.here().carrying(address);
  }

  /**
   * What it can carry at most, before packet overhead: the least that is known of the port's data
   * rate, the slot's bandwidth and the claimed speed. Empty where none is known, and for a link
   * that can't carry anything: a port that is down shows the rate it had last, or the lowest there
   * is.
   */
  public Optional<Rate> dataRate() {
    if (!isUsable()) {
      return Optional.empty();
    }
    return Stream.of(port.flatMap(Port::dataRate), slot.flatMap(Slot::bandwidth), speed)
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /** Whether nothing is known that keeps it from carrying data. */
  public boolean isUsable() {
    return trouble().isEmpty();
  }

  /** Why it can't carry data: {@code port mlx4_0:1 is DOWN (Disabled)}. Empty where it can. */
  public Optional<String> trouble() {
    if (kind == Kind.IPOIB && port.isPresent() && port.get().state().isPresent()) {
      Port behind = port.get();
      if (!behind.isActive()) {
        String at = behind.physicalState().map(state -> " (" + state + ")").orElse("");
        return Optional.of("port " + behind.name() + " is " + behind.state().get() + at);
      }
    }
    if (carrier.filter(up -> !up).isPresent()) {
      return Optional.of("no carrier");
    }
    return operationalState
        .filter(
            state ->
                switch (state) {
                  case "down", "lowerlayerdown", "notpresent", "dormant" -> true;
                  default -> false;
                })
        .map(state -> "operational state is " + state);
  }

  Link withAddresses(List<InetAddress> carried) {
    return new Link(
        name,
        kind,
        mode,
        mtu,
        speed,
        slot,
        port,
        numaNode,
        operationalState,
        carrier,
        driver,
        carried);
  }

  /** {@code ib0: IPoIB connected, MTU 65520, 32 Gb/s data, slot 16.000 of 63.008 Gb/s}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append(": ").append(kind);
    mode.ifPresent(it -> text.append(' ').append(it));
    mtu.ifPresent(it -> text.append(", MTU ").append(it));
    if (isUsable()) {
      Optional<Rate> data = port.flatMap(Port::dataRate);
      if (kind == Kind.IPOIB && data.isPresent()) {
        text.append(", ").append(data.get()).append(" data");
      } else {
        speed.or(() -> data).ifPresent(it -> text.append(", ").append(it));
      }
    }
    slot.ifPresent(it -> text.append(", ").append(it));
    trouble().ifPresent(why -> text.append(", not usable: ").append(why));
    return text.toString();
  }
}
