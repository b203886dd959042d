package io.sluice.samples;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * Reactor Netty, as Spring's WebFlux uses it: an HTTP server that sends back what is posted to it,
 * and a client. Its loops and channel classes come from a {@link LoopResources}; these lines differ
 * from any other service:
 *
 * <pre>{@code
 * LoopResources loops = new Loops(transport);
 * HttpServer.create().runOn(loops)
 * HttpClient.create().runOn(loops)
 * }</pre>
 */
public final class ReactorNettySample {
  private ReactorNettySample() {}

  /** Posts 1 MiB over the transport that the argument names, {@code epoll} without one. */
  public static void main(String[] args) {
    String name = args.length == 0 ? "epoll" : args[0];
    Transport transport = Transports.choose(name, "the command line says so").transport();
    byte[] answer = exchange(transport, new byte[1 << 20]);
    System.out.println(answer.length + " bytes there and back over " + name);
  }

  static byte[] exchange(Transport transport, byte[] body) {
    LoopResources loops = new Loops(transport);
    try {
      DisposableServer server =
          HttpServer.create()
              .runOn(loops)
              .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .handle((request, response) -> response.send(request.receive().retain()))
              .bindNow();
      try {
        return HttpClient.newConnection()
            .runOn(loops)
            .remoteAddress(server::address)
            .post()
            .uri("/")
            .send(ByteBufFlux.fromInbound(Mono.just(body)))
            .responseSingle((response, content) -> content.asByteArray())
            .block();
      } finally {
        server.disposeNow();
      }
    } finally {
      loops.disposeLater(Duration.ZERO, Duration.ofSeconds(10)).block();
    }
  }

  /** Event loops of one transport, and the channel classes that go with them. */
  static final class Loops implements LoopResources {
    private final Transport transport;
    private final EventLoopGroup group;

    Loops(Transport transport) {
      this.transport = transport;
      this.group = transport.newEventLoopGroup(2);
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
      return group;
    }

    @Override
    public <C extends Channel> Class<? extends C> onChannelClass(
        Class<C> kind, EventLoopGroup loops) {
      if (kind == SocketChannel.class) {
        return transport.channelClass().asSubclass(kind);
      }
      if (kind == ServerSocketChannel.class) {
        return transport.serverChannelClass().asSubclass(kind);
      }
      if (kind == DatagramChannel.class) {
        return transport.datagramChannelClass().asSubclass(kind);
      }
      throw new UnsupportedOperationException(transport.name() + " has no " + kind.getName());
    }

    @Override
    public <C extends Channel> C onChannel(Class<C> kind, EventLoopGroup loops) {
      try {
        return onChannelClass(kind, loops).getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
      return Mono.fromRunnable(
          () ->
              group
                  .shutdownGracefully(
                      quietPeriod.toMillis(), timeout.toMillis(), TimeUnit.MILLISECONDS)
                  .syncUninterruptibly());
    }
  }
}
