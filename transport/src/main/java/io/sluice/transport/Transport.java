package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import javax.crypto.SecretKey;

/**
 * A way to carry Netty channels. Implementations are found by {@link java.util.ServiceLoader}; a
 * service takes its event loops and its two channel classes from here and changes nothing else.
 *
 * <p>A transport that can't run on this host stays in the list and says why: see {@link
 * #unavailabilityCause()}. All methods may be called from any thread.
 */
public interface Transport {
  /** The name by which it is chosen: {@code ucx}, {@code epoll}, {@code io_uring}, {@code nio}. */
  String name();

  /**
   * Where it stands in an automatic choice: the available transport with the highest preference is
   * taken. Zero or less is never taken unless it is named.
   */
  int preference();

  /** Whether its native parts could be loaded and work on this host. Cheap after the first call. */
  default boolean isAvailable() {
    return unavailabilityCause() == null;
  }

  /** Why it can't be used here, or {@code null} where it can. */
  Throwable unavailabilityCause();

  /**
   * Does nothing where the transport is available.
   *
   * @throws UnsatisfiedLinkError with {@link #unavailabilityCause()} as its cause, where it is not
   */
  default void ensureAvailability() {
    Throwable cause = unavailabilityCause();
    if (cause != null) {
      throw (Error)
          new UnsatisfiedLinkError(
                  "transport " + name() + " is not available: " + Causes.text(cause))
              .initCause(cause);
    }
  }

  /**
   * Why an automatic choice should pass it over although it is available, or empty where it may be
   * taken: {@code "no active RDMA port: /sys/class/infiniband is empty"}. Who names the transport
   * gets it all the same.
   */
  default Optional<String> objection() {
    return Optional.empty();
  }

  /**
   * As {@link #objection()}, for connections to one peer: {@code "no active RDMA port on the way to
   * the peer, which is over eth0"}. The text goes into metrics, so it does not name the peer. May
   * read small files, so it belongs on no event loop.
   *
   * @param peer resolved
   */
  default Optional<String> objection(InetSocketAddress peer) {
    return objection();
  }

  /**
   * Makes an event loop group whose threads run only this transport's channels. The caller shuts it
   * down.
   *
   * @param threads number of event loops; 0 takes Netty's default, twice the processors
   */
  default EventLoopGroup newEventLoopGroup(int threads) {
    return newEventLoopGroup(threads, null);
  }

  /**
   * As {@link #newEventLoopGroup(int)}, on threads of the caller's: some frameworks know their
   * event loops by the class of the thread.
   *
   * @param threads number of event loops; 0 takes Netty's default, twice the processors
   * @param threadFactory makes them; {@code null} takes Netty's default
   */
  EventLoopGroup newEventLoopGroup(int threads, ThreadFactory threadFactory);

  /** The class for {@link Bootstrap#channel}. */
  Class<? extends SocketChannel> channelClass();

  /** The class for {@link ServerBootstrap#channel}. */
  Class<? extends ServerSocketChannel> serverChannelClass();

  /**
   * The class for datagrams on these event loops, which carry no stream and so never this
   * transport: frameworks ask a loop's own name servers with it.
   */
  Class<? extends DatagramChannel> datagramChannelClass();

  /**
   * What {@link #tune} makes of a tuning: the same where the transport can set every option, else
   * without those it can't, and with a reason that names them.
   */
  default SocketTuning applicable(SocketTuning tuning) {
    return tuning;
  }

  /**
   * Sets the options of connections that {@code bootstrap} will make. What the tuning leaves to the
   * kernel is not touched, and options set afterwards win. An option that the kernel refuses fails
   * the connection. The loops must come from {@link #newEventLoopGroup}: they set what a
   * bootstrap's options can't hold.
   */
  void tune(Bootstrap bootstrap, SocketTuning tuning);

  /**
   * Sets the options of the listener and of the connections that it will accept, as {@link
   * #tune(Bootstrap, SocketTuning)} does.
   */
  void tune(ServerBootstrap bootstrap, SocketTuning tuning);

  /**
   * Whether its connections may leave TCP for something faster, where the other end has this
   * transport too and both hold a key: see {@link #authorise(Bootstrap, SecretKey)}.
   */
  default boolean upgrades() {
    return false;
  }

  /**
   * Gives the connections that {@code bootstrap} will make a key, by which the two ends prove to
   * each other that they may leave TCP. Does nothing for a transport that never does.
   *
   * <p>A client with a key begins each connection with a preface, so set it only towards servers
   * that listen with this transport and hold the same key.
   */
  default void authorise(Bootstrap bootstrap, SecretKey key) {}

  /** As {@link #authorise(Bootstrap, SecretKey)}, for the connections that a listener accepts. */
  default void authorise(ServerBootstrap bootstrap, SecretKey key) {}

  /**
   * What the bytes of this channel really travel on, for people: {@code "TCP by epoll"}, {@code
   * "RDMA rc on mlx5_0:1"}, {@code "TCP, because the peer has no UCX"}.
   */
  String path(Channel channel);
}
