package io.sluice.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;

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
          new UnsatisfiedLinkError("transport " + name() + " is not available").initCause(cause);
    }
  }

  /**
   * Makes an event loop group whose threads run only this transport's channels. The caller shuts it
   * down.
   *
   * @param threads number of event loops; 0 takes Netty's default, twice the processors
   */
  EventLoopGroup newEventLoopGroup(int threads);

  /** The class for {@link Bootstrap#channel}. */
  Class<? extends SocketChannel> channelClass();

  /** The class for {@link ServerBootstrap#channel}. */
  Class<? extends ServerSocketChannel> serverChannelClass();

  /** Sets the options of connections that {@code bootstrap} will make. */
  void tune(Bootstrap bootstrap, SocketTuning tuning);

  /** Sets the options of the listener and of the connections that it will accept. */
  void tune(ServerBootstrap bootstrap, SocketTuning tuning);

  /**
   * What the bytes of this channel really travel on, for people: {@code "TCP by epoll"}, {@code
   * "RDMA rc on mlx5_0:1"}, {@code "TCP, because the peer has no UCX"}.
   */
  String path(Channel channel);
}
