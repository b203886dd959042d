package io.sluice.samples;

import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.TimeUnit;

/**
 * Vert.x 5: an HTTP server that sends back what is posted to it, and a client. One line differs
 * from any other service; {@link VertxTransport} is what it takes:
 *
 * <pre>{@code
 * Vertx vertx = Vertx.builder().withTransport(new VertxTransport(transport)).build();
 * }</pre>
 */
public final class VertxSample {
  private VertxSample() {}

  /** Posts 1 MiB over the transport that the argument names, {@code epoll} without one. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "epoll" : args[0];
    Transport transport = Transports.choose(name, "the command line says so").transport();
    byte[] answer = exchange(transport, new byte[1 << 20]);
    System.out.println(answer.length + " bytes there and back over " + name);
  }

  static byte[] exchange(Transport transport, byte[] body) throws Exception {
    Vertx vertx = Vertx.builder().withTransport(new VertxTransport(transport)).build();
    try {
      HttpServer server =
          vertx
              .createHttpServer()
              .requestHandler(
                  request -> request.body().onSuccess(content -> request.response().end(content)))
              .listen(0, "127.0.0.1")
              .await(10, TimeUnit.SECONDS);
      HttpClient client = vertx.createHttpClient();
      return client
          .request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/")
          .compose(request -> request.send(Buffer.buffer(body)))
          .compose(response -> response.body())
          .await(30, TimeUnit.SECONDS)
          .getBytes();
    } finally {
      vertx.close().await(10, TimeUnit.SECONDS);
    }
  }
}
