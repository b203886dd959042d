/**
 * The best way for a Netty service to reach a peer.
 *
 * <p>A {@link io.sluice.transport.Transport} is an event loop group and two channel classes;
 * nothing else changes in a service that takes them from here:
 *
 * <pre>{@code
 * Choice choice = Transports.best();
 * Transport transport = choice.transport();
 * EventLoopGroup loops = transport.newEventLoopGroup(0);
 * ServerBootstrap bootstrap =
 *     new ServerBootstrap().group(loops).channel(transport.serverChannelClass());
 * transport.tune(bootstrap, SocketTuning.kernel());
 * }</pre>
 *
 * <p>{@link io.sluice.transport.Transports} finds them with {@link java.util.ServiceLoader}, so
 * that a library can add its own, and takes the most preferred one that is available and has no
 * objection. A {@link io.sluice.transport.Choice} tells why. A user forces one by name in the
 * program ({@link io.sluice.transport.Transports#choose}), by the system property {@code
 * io.sluice.transport} or by the environment variable {@code SLUICE_TRANSPORT}, in this order; a
 * transport that is forced and can't be used is an error, never a silent fallback.
 *
 * <p>TCP comes in three: {@code epoll} on Linux, {@code nio} everywhere, and {@code io_uring},
 * which is only taken where it is named. {@link io.sluice.transport.SocketTuning} holds their
 * socket options and is worked out from what {@link io.sluice.transport.link} reads of the host.
 */
package io.sluice.transport;
