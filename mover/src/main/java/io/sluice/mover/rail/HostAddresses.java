package io.sluice.mover.rail;

import io.sluice.transport.link.Link;
import io.sluice.transport.link.Links;
import java.io.IOException;
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
   * All addresses of interfaces that are up, loopback ones included, each with the data rate that
   * the kernel tells of its link.
   */
  public static List<HostAddress> here() throws SocketException {
    List<HostAddress> all = new ArrayList<>();
    Links links = Links.here();
    for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
      if (device.isUp()) {
        for (InterfaceAddress address : device.getInterfaceAddresses()) {
          all.add(
              new HostAddress(
                  address.getAddress(),
                  address.getNetworkPrefixLength(),
                  device.getName(),
                  device.getName(),
                  bitsPerSecond(links, address.getAddress())));
        }
      }
    }
    return List.copyOf(all);
  }

  private static long bitsPerSecond(Links links, InetAddress address) {
    return links
        .carrying(address)
        .flatMap(Link::dataRate)
        .map(rate -> rate.megabits() * 1_000_000)
        .orElse(0L);
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
