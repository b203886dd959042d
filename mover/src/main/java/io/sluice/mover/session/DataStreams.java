package io.sluice.mover.session;

import io.netty.channel.Channel;
import io.sluice.mover.rail.HostAddress;
import io.sluice.mover.rail.HostAddresses;
import io.sluice.mover.rail.Rail;
import io.sluice.mover.rail.Rails;
import io.sluice.mover.wire.Hello;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Connects a session's data streams over its rails. Thread-safe. */
final class DataStreams {
  /** A rail that does not connect in this time is left for another. */
  private static final long RAIL_MILLIS = 2_000;

  private final Network network;
  private final byte[] key;
  private final byte[] session;
  private final InetSocketAddress named;
  private final Map<InetAddress, Integer> ports;
  private final Rails rails;
  private final long timeoutMillis;
  private final Network.Data data;
  private final Map<Integer, Rail> railOf = new ConcurrentHashMap<>();
  private volatile Channel latest;

  /**
   * Chooses the rails.
   *
   * @param session the session's id
   * @param timeout without progress
   * @param here this host's addresses
   * @param named where the control channel was connected to
   * @param control the control channel
   * @param hello what the server said on it
   * @param sends whether this side sends
   */
  DataStreams(
      Network network,
      Endpoint endpoint,
      byte[] session,
      Duration timeout,
      List<HostAddress> here,
      InetSocketAddress named,
      Channel control,
      Hello hello,
      boolean sends) {
    this.network = network;
    this.key = endpoint.token().key();
    this.session = session;
    this.timeoutMillis = timeout.toMillis();
    this.data = new Network.Data(sends, Upgrade.isPossible(network.choice().transport(), hello));
    this.named = named;
    this.ports = HelloAddresses.ports(hello.addresses());
    this.rails =
        Rails.choose(
            here,
            HelloAddresses.read(hello.addresses()),
            ((InetSocketAddress) control.localAddress()).getAddress(),
            named.getAddress(),
            HostAddresses::routeTo);
  }

  /** Connects a stream over the best rail that has not failed, and proves the key. */
  CompletableFuture<ClientHandshake.Peer> connect(int number) {
    Rail rail = rails.forStream(number - 1);
    railOf.put(number, rail);
    boolean only = rails.all().size() == 1;
    return network
        .connect(
            only ? null : rail.local(),
            to(rail),
            (int) Math.min(timeoutMillis, only ? Network.CONNECT_MILLIS : RAIL_MILLIS),
            key,
            session,
            number,
            data)
        .whenComplete(
            (peer, cause) -> {
              if (peer == null) {
                rails.failed(rail);
              } else {
                latest = peer.channel();
              }
            });
  }

  /** What the bytes of the stream that connected last travel on; {@code null} before the first. */
  String path() {
    Channel channel = latest;
    return channel == null ? null : network.choice().transport().path(channel);
  }

  private InetSocketAddress to(Rail rail) {
    boolean isNamed = rail.remote().equals(named.getAddress());
    int port = isNamed ? named.getPort() : ports.getOrDefault(rail.remote(), named.getPort());
    return new InetSocketAddress(rail.remote(), port);
  }

  /** The rail over which a stream was connected last. */
  Rail rail(int number) {
    return railOf.getOrDefault(number, rails.all().get(0));
  }
}
