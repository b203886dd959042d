package io.sluice.mover.session;

import io.netty.util.NetUtil;
import io.sluice.mover.rail.AddressScope;
import io.sluice.mover.rail.HostAddress;
import io.sluice.mover.wire.Hello;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A host's addresses as hellos tell them: what another host may connect to for data. */
final class HelloAddresses {
  /** So many fit into a hello with room to spare. */
  private static final int MOST = 24;

  private static final int LONGEST_DEVICE = 40;

  private HelloAddresses() {}

  /**
   * What a server tells: where it listens, and where that is every address, those of its host that
   * are private.
   */
  static List<Hello.Address> tell(List<InetSocketAddress> listening, List<HostAddress> here) {
    List<Hello.Address> told = new ArrayList<>();
    here.stream()
        .sorted(Comparator.comparingLong(HostAddress::bitsPerSecond).reversed())
        .forEach(
            one -> {
              for (InetSocketAddress at : listening) {
                boolean everywhere =
                    at.getAddress().isAnyLocalAddress() && one.scope() == AddressScope.PRIVATE;
                if (everywhere || at.getAddress().equals(one.address())) {
                  told.add(
                      new Hello.Address(
                          NetUtil.toAddressString(one.address()),
                          at.getPort(),
                          one.prefixLength(),
                          one.bitsPerSecond(),
                          shortened(one.device())));
                }
              }
            });
    return List.copyOf(told.subList(0, Math.min(MOST, told.size())));
  }

  private static String shortened(String device) {
    return device.substring(0, Math.min(LONGEST_DEVICE, device.length()));
  }

  /** What a peer told, without what is no address: names are never looked up. */
  static List<HostAddress> read(List<Hello.Address> told) {
    List<HostAddress> all = new ArrayList<>();
    for (Hello.Address one : told) {
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(one.address());
      if (bytes != null && one.bitsPerSecond() >= 0 && one.prefix() <= 8 * bytes.length) {
        all.add(new HostAddress(address(bytes), one.prefix(), one.link(), "", one.bitsPerSecond()));
      }
    }
    return all;
  }

  /** At which port each of them is reached. */
  static Map<InetAddress, Integer> ports(List<Hello.Address> told) {
    Map<InetAddress, Integer> ports = new HashMap<>();
    for (Hello.Address one : told) {
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(one.address());
      if (bytes != null && one.port() > 0) {
        ports.put(address(bytes), one.port());
      }
    }
    return ports;
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address has 4 or 16 bytes", e);
    }
  }
}
