package io.sluice.transport.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The links of a host at one moment, its RDMA ports and its socket limits.
 *
 * <p>Reading takes some small files an interface: a few milliseconds, and it blocks. Values are
 * immutable and may be shared between threads.
 */
public final class Links {
  private static final Path ROOT = Path.of("/");

  /** The discard port: a datagram socket that is connected sends nothing until it is written to. */
  private static final int ANY_PORT = 9;

  private final List<Link> all;
  private final List<Port> ports;
  private final SocketLimits limits;

  private Links(List<Link> all, List<Port> ports, SocketLimits limits) {
    this.all = List.copyOf(all);
    this.ports = List.copyOf(ports);
    this.limits = limits;
  }

  /** This host's, with the addresses that each link carries. */
  public static Links here() {
    return read(ROOT);
  }

  /**
   * Those that the {@code sys} and {@code proc} trees below {@code root} tell of. Addresses are not
   * in them: only with {@code /} do links have some. What can't be read is left out.
   */
  public static Links read(Path root) {
    KernelFiles files = new KernelFiles(root);
    LinkReader reader = new LinkReader(files);
    List<Link> links = reader.links();
    if (root.toAbsolutePath().normalize().equals(ROOT)) {
      links = withAddresses(links, files);
    }
    return new Links(links, reader.ports(), SocketLimits.read(files));
  }

  /** Every link, in the order of names. */
  public List<Link> all() {
    return all;
  }

  /** Every RDMA port, whether an interface belongs to it or not, in the order of names. */
  public List<Port> ports() {
    return ports;
  }

  /** What bounds the sockets of this host. */
  public SocketLimits limits() {
    return limits;
  }

  /** The link of that name. */
  public Optional<Link> named(String name) {
    return all.stream().filter(link -> link.name().equals(name)).findFirst();
  }

  /**
   * The link that has that address. All of 127.0.0.0/8 belongs to the loopback link, although it
   * names only one. The wildcard address belongs to none.
   */
  public Optional<Link> carrying(InetAddress address) {
    Optional<Link> owner =
        all.stream().filter(link -> link.addresses().contains(address)).findFirst();
    if (owner.isEmpty() && address.isLoopbackAddress()) {
      return all.stream().filter(link -> link.kind() == Link.Kind.LOOPBACK).findFirst();
    }
    return owner;
  }

  /**
   * The link over which this host would send to {@code peer}, by its routing table. Nothing is
   * sent. Empty where there is no route. Asks this host's kernel, so it only makes sense for {@link
   * #here()}.
   */
  public Optional<Link> toward(InetAddress peer) {
    try (DatagramChannel socket = DatagramChannel.open()) {
      socket.connect(new InetSocketAddress(peer, ANY_PORT));
      return carrying(((InetSocketAddress) socket.getLocalAddress()).getAddress());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Joins sysfs with the system calls. They can tell of different hosts: a process that entered
   * another network namespace without mounting sysfs anew still sees the old one's. So facts count
   * only where name and index agree.
   */
  private static List<Link> withAddresses(List<Link> described, KernelFiles files) {
    Map<String, Link> links = new TreeMap<>();
    described.forEach(link -> links.put(link.name(), link));
    try {
      for (NetworkInterface live : NetworkInterface.networkInterfaces().toList()) {
        String name = live.getName();
        OptionalInt index = files.smallNumber("sys/class/net/" + name + "/ifindex");
        boolean same =
            links.containsKey(name) && index.isPresent() && index.getAsInt() == live.getIndex();
        Link link = same ? links.get(name) : undescribed(live);
        List<InetAddress> addresses = new ArrayList<>(live.inetAddresses().toList());
        links.put(name, link.withAddresses(addresses));
      }
    } catch (SocketException e) {
      throw new UncheckedIOException("this host's network interfaces can't be listed", e);
    }
    return List.copyOf(links.values());
  }

  private static Link undescribed(NetworkInterface live) throws SocketException {
    return new Link(
        live.getName(),
        live.isLoopback() ? Link.Kind.LOOPBACK : Link.Kind.UNKNOWN,
        Optional.empty(),
        live.getMTU() > 0 ? OptionalInt.of(live.getMTU()) : OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** One line a link. */
  @Override
  public String toString() {
    return String.join("\n", all.stream().map(Link::toString).toList());
  }
}
