package io.sluice.mover.session;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.sluice.mover.Failure;
import io.sluice.mover.Options;
import io.sluice.transport.Choice;
import io.sluice.transport.Transports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client's event loops and how it connects. Thread-safe. */
public final class Network implements AutoCloseable {
  /** How long one address may take where there is no other. */
  static final int CONNECT_MILLIS = 10_000;

  private final Choice choice;
  private final EventLoopGroup group;
  private final PathTuning tuning;
  private final List<EventLoop> loops = new ArrayList<>();

  /**
   * What matters to a data stream's connection.
   *
   * @param sends whether its bytes go out
   * @param upgrades whether it leaves TCP if the transport can
   */
  record Data(boolean sends, boolean upgrades) {
    /** A control channel. */
    static final Data NONE = new Data(false, false);
  }

  /**
   * Makes one.
   *
   * @throws SessionException where a transport was required that is not available
   */
  public Network(Options options) throws SessionException {
    try {
      this.choice =
          "auto".equals(options.transport())
              ? Transports.best()
              : Transports.choose(options.transport(), "it was asked for");
    } catch (UnsatisfiedLinkError | IllegalArgumentException e) {
      throw SessionException.connect(e.getMessage());
    }
    this.group = choice.transport().newEventLoopGroup(Loops.count());
    group.forEach(loop -> loops.add((EventLoop) loop));
    this.tuning = new PathTuning(options.streams(), options.tuning());
  }

  /** The socket options that were last chosen, and why. */
  String tuning() {
    return tuning.last().toString();
  }

  Choice choice() {
    return choice;
  }

  private EventLoop loop(int stream, boolean sends) {
    return loops.get(stream % (sends ? Loops.sending() : loops.size()));
  }

  EventLoopGroup group() {
    return group;
  }

  /** Connects and proves the key; completes on the channel's event loop. */
  CompletableFuture<ClientHandshake.Peer> connect(
      InetSocketAddress address, byte[] key, byte[] session, int stream) {
    return connect(null, address, CONNECT_MILLIS, key, session, stream, Data.NONE);
  }

  /**
   * The same from a local address, or any where it is {@code null}; connecting and proving may take
   * so long each. A data stream's connection has {@code data}.
   */
  CompletableFuture<ClientHandshake.Peer> connect(
      InetAddress from,
      InetSocketAddress address,
      int millis,
      byte[] key,
      byte[] session,
      int stream,
      Data data) {
    ClientHandshake handshake =
        new ClientHandshake(key, Handshakes.hello(0, session, stream, List.of()));
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop(stream, data.sends()))
            .channel(choice.transport().channelClass())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    handshake.install(channel);
                  }
                });
    choice.transport().tune(bootstrap, tuning.toward(address.getAddress()));
    if (data.upgrades()) {
      choice.transport().authorise(bootstrap, Upgrade.key(key));
    }
    bootstrap
        .connect(address, from == null ? null : new InetSocketAddress(from, 0))
        .addListener(
            (ChannelFutureListener)
                future -> {
                  if (!future.isSuccess()) {
                    handshake
                        .peer()
                        .completeExceptionally(
                            new SessionException(
                                Failure.Kind.CONNECT,
                                "can't connect to "
                                    + address.getHostString()
                                    + " port "
                                    + address.getPort()
                                    + ": "
                                    + plain(future.cause()),
                                true));
                  } else {
                    tuning.learn(future.channel());
                    // A server that accepts and says nothing is not waited for any longer.
                    future
                        .channel()
                        .eventLoop()
                        .schedule(
                            () -> {
                              handshake
                                  .peer()
                                  .completeExceptionally(
                                      new SessionException(
                                          Failure.Kind.CONNECT,
                                          address.getHostString()
                                              + " port "
                                              + address.getPort()
                                              + " takes connections and says nothing",
                                          true));
                              if (handshake.peer().isCompletedExceptionally()) {
                                future.channel().close();
                              }
                            },
                            millis,
                            TimeUnit.MILLISECONDS);
                  }
                });
    return handshake.peer();
  }

  /** The system's own words, without the call and the address that Netty puts around them. */
  static String plain(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    int address = message.indexOf(": /");
    String text = address > 0 ? message.substring(0, address) : message;
    int call = text.indexOf("failed with error(-");
    int colon = call < 0 ? -1 : text.indexOf("): ", call);
    return colon < 0 ? text : text.substring(colon + 3);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
