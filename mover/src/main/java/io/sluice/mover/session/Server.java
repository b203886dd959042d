package io.sluice.mover.session;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.sluice.mover.Authoriser;
import io.sluice.mover.Store;
import io.sluice.mover.Token;
import io.sluice.mover.rail.AddressScope;
import io.sluice.mover.wire.FrameReader;
import io.sluice.mover.wire.Hello;
import io.sluice.transport.SocketTuning;
import io.sluice.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Accepts connections, proves them, and keeps the sessions. Thread-safe. */
public final class Server implements ServerHandshake.Listener, AutoCloseable {
  /** Connections whose key is not proven; more are closed at once. */
  private static final int MOST_PENDING = 128;

  private final Settings settings;
  private final EventLoopGroup group;
  private final Meters meters;
  private final List<Channel> listeners = new ArrayList<>();
  private final Map<String, ServerSession> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final CompletableFuture<Void> firstSession = new CompletableFuture<>();
  private volatile boolean draining;
  private final ToldAddresses told;

  /**
   * What a server is made of.
   *
   * @param transport carries its channels
   * @param tuning of connections
   * @param token that clients prove
   * @param store that is served
   * @param readOnly whether nothing may be written
   * @param insecure whether connections on public addresses are let in
   * @param authoriser decides each session
   * @param registry for meters, or {@code null}
   */
  public record Settings(
      Transport transport,
      UnaryOperator<SocketTuning> tuning,
      Token token,
      Store store,
      boolean readOnly,
      boolean insecure,
      Authoriser authoriser,
      MeterRegistry registry) {}

  /**
   * Binds.
   *
   * @throws IOException naming the address that can't be bound
   */
  public Server(Settings settings, List<InetSocketAddress> addresses) throws IOException {
    this.settings = settings;
    this.meters = Meters.of(settings.registry(), "server");
    this.group = settings.transport().newEventLoopGroup(Loops.count());
    try {
      for (InetSocketAddress address : addresses) {
        listeners.add(bind(address));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    told = new ToldAddresses(addresses());
  }

  private Channel bind(InetSocketAddress address) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(settings.transport().serverChannelClass())
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 512)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel, address.getAddress().isAnyLocalAddress());
                  }
                });
    settings.transport().tune(bootstrap, settings.tuning().apply(SocketTuning.kernel()));
    settings.transport().authorise(bootstrap, Upgrade.key(settings.token().key()));
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "can't listen on "
              + address.getAddress().getHostAddress()
              + " port "
              + address.getPort()
              + ": "
              + Network.plain(bound.cause()),
          bound.cause());
    }
    return bound.channel();
  }

  private void accept(Channel channel, boolean everywhere) {
    InetAddress at = ((InetSocketAddress) channel.localAddress()).getAddress();
    if (everywhere && !settings.insecure() && AddressScope.of(at).isPublic()) {
      channel.close();
      return;
    }
    if (pending.incrementAndGet() > MOST_PENDING) {
      pending.decrementAndGet();
      channel.close();
      return;
    }
    new ServerHandshake(channel, settings.token().key(), this);
  }

  @Override
  public Hello answer(Channel channel, Hello client) {
    byte[] session = client.session();
    if (client.stream() == 0) {
      session = Handshakes.random(Hello.SESSION);
    } else if (!sessions.containsKey(HexFormat.of().formatHex(session))) {
      return null;
    }
    return Handshakes.hello(
        Upgrade.features(settings.transport()),
        session,
        client.stream(),
        client.stream() == 0 ? told.now() : List.of());
  }

  @Override
  public void accepted(
      Channel channel, FrameReader reader, Landing landing, Hello client, Hello server) {
    String id = HexFormat.of().formatHex(server.session());
    if (client.stream() == 0) {
      ServerSession session = new ServerSession(this, channel, reader, landing, client);
      sessions.put(id, session);
      Ends.served(id);
      meters.sessions(1);
      if (!channel.isActive()) {
        session.end();
      }
      return;
    }
    ServerSession session = sessions.get(id);
    if (session == null) {
      channel.close();
    } else {
      session.attach(client.stream(), channel, reader, landing);
    }
  }

  @Override
  public void settled() {
    pending.decrementAndGet();
  }

  void over(ServerSession session) {
    sessions.forEach(
        (id, there) -> {
          if (there == session && sessions.remove(id, session)) {
            Ends.over(id);
            meters.sessions(-1);
            firstSession.complete(null);
          }
        });
  }

  Store store() {
    return settings.store();
  }

  Authoriser authoriser() {
    return settings.authoriser();
  }

  boolean isReadOnly() {
    return settings.readOnly();
  }

  boolean isDraining() {
    return draining;
  }

  boolean zeroCopyPays(Channel channel) {
    return Loops.zeroCopyPays(channel);
  }

  Meters meters() {
    return meters;
  }

  /** Where it listens. */
  public List<InetSocketAddress> addresses() {
    return listeners.stream().map(channel -> (InetSocketAddress) channel.localAddress()).toList();
  }

  /** Completes when a session has come and gone. */
  public CompletableFuture<Void> firstSession() {
    return firstSession;
  }

  /** Takes no new sessions, and waits for those that run. */
  public void drain(long nanos) throws InterruptedException {
    draining = true;
    CompletableFuture<?>[] running =
        sessions.values().stream().map(ServerSession::whenOver).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(running).get(nanos, TimeUnit.NANOSECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      // The rest is ended by close, and can be resumed.
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a session does not fail, it ends", e);
    }
  }

  /** Ends every session, whose journals stay, and waits until their files are closed. */
  @Override
  public void close() {
    draining = true;
    listeners.forEach(listener -> listener.close().awaitUninterruptibly());
    List<ServerSession> ending = List.copyOf(sessions.values());
    ending.forEach(ServerSession::end);
    boolean interrupted = false;
    for (ServerSession session : ending) {
      try {
        session.awaitRest(TimeUnit.SECONDS.toNanos(10));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    Future<?> stopped = group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    stopped.awaitUninterruptibly(3, TimeUnit.SECONDS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
