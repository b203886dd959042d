package io.sluice.mover.rail;

import io.sluice.transport.link.Link;
import io.sluice.transport.link.Links;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses of this host. Asks the kernel at each call, so it belongs on no event loop. */
public final class HostAddresses {
  /** The discard port: a datagram socket that is connected sends nothing until it is written to. */
  private static final int ANY_PORT = 9;

  private HostAddresses() {}

  /**
   * All addresses of interfaces that are up, loopback ones included, each with the data rate of its
   * link, which is unknown for one that can't carry anything now; none where the kernel lists none.
   */
  public static List<HostAddress> here() {
    List<HostAddress> all = new ArrayList<>();
    try {
      Links links = Links.here();
      for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
        Optional<Link> link = links.named(device.getName());
        if (device.isUp()) {
          for (InterfaceAddress address : device.getInterfaceAddresses()) {
            all.add(describe(address, device.getName(), link));
          }
        }
      }
    } catch (SocketException | UncheckedIOException e) {
      // Without a list data goes where the session went, which needs none.
      return List.of();
    }
    return List.copyOf(all);
  }

  private static HostAddress describe(
      InterfaceAddress address, String device, Optional<Link> link) {
    return new HostAddress(
        address.getAddress(),
        address.getNetworkPrefixLength(),
        device,
        device,
        link.flatMap(Link::dataRate).map(rate -> rate.megabits() * 1_000_000).orElse(0L));
  }

  /**
   * The local address from which this host would reach a peer, by its routing table. Nothing is
   * sent. Empty where there is no route.
   */
  public static Optional<InetAddress> routeTo(InetAddress peer) {
    try (DatagramChannel socket = DatagramChannel.open()) {
      socket.connect(new InetSocketAddress(peer, ANY_PORT));
      return Optional.of(((InetSocketAddress) socket.getLocalAddress()).getAddress());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
