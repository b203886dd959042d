package io.sluice.transport.ucx;

import io.netty.channel.ChannelOption;
import javax.crypto.SecretKey;

/**
 * Options of UCX channels besides those of sockets. On a server they are child options.
 *
 * <p>Without {@link #UCX_KEY} and {@link #UCX_TRUSTED} a channel is plain TCP and says so: a worker
 * address from a stranger can end the process.
 */
public final class UcxChannelOption {
  /**
   * The service's key. A client that has one opens each connection with a preface, so set it only
   * towards servers that serve {@code ucx}; the two sides prove to each other that they hold the
   * same key before either takes a worker address from the other. The bytes themselves are neither
   * encrypted nor authenticated.
   */
  public static final ChannelOption<SecretKey> UCX_KEY =
      ChannelOption.valueOf(UcxChannelOption.class, "UCX_KEY");

  /**
   * The addresses of peers that may upgrade without a key. Every process there, and whoever can
   * take such an address, can end this process. The default is the system property {@code
   * io.sluice.transport.ucx.trusted}, a list such as {@code 10.1.0.0/16,fd00::/8}; none without it.
   */
  public static final ChannelOption<TrustedNetwork> UCX_TRUSTED =
      ChannelOption.valueOf(UcxChannelOption.class, "UCX_TRUSTED");

  /**
   * Whether a connection that can't be upgraded is closed with an exception that tells the reason,
   * instead of going on over TCP. False by default.
   */
  public static final ChannelOption<Boolean> UCX_REQUIRED =
      ChannelOption.valueOf(UcxChannelOption.class, "UCX_REQUIRED");

  /**
   * Milliseconds for which an accepted connection holds back what the server writes before it has
   * seen the client's first bytes; 200 by default. It matters only for protocols in which the
   * server speaks first, and only to clients that send no preface. With 0 the server's first bytes
   * go out at once, over TCP for good, unless the preface was there before.
   */
  public static final ChannelOption<Integer> UCX_PREFACE_WAIT_MILLIS =
      ChannelOption.valueOf(UcxChannelOption.class, "UCX_PREFACE_WAIT_MILLIS");

  /**
   * Bytes from which a message is offered to the peer where it is, instead of being copied through
   * small frames. 0, the default, takes what was measured for the path: 32 KiB over shared memory,
   * 64 KiB over RDMA.
   */
  public static final ChannelOption<Integer> UCX_RENDEZVOUS_THRESHOLD =
      ChannelOption.valueOf(UcxChannelOption.class, "UCX_RENDEZVOUS_THRESHOLD");

  private UcxChannelOption() {}
}
