package io.sluice.samples;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;

/**
 * HTTP/1.1 with plain Netty: a server that sends back what is posted to it, and a client. Three
 * lines differ from any other Netty service:
 *
 * <pre>{@code
 * EventLoopGroup group = transport.newEventLoopGroup(2);
 * new ServerBootstrap().channel(transport.serverChannelClass())
 * new Bootstrap().channel(transport.channelClass())
 * }</pre>
 */
public final class Http1Sample {
  private static final int LARGEST_BODY = 16 << 20;

  private Http1Sample() {}

  /** Posts 1 MiB over the transport that the argument names, {@code epoll} without one. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "epoll" : args[0];
    Transport transport = Transports.choose(name, "the command line says so").transport();
    byte[] answer = exchange(transport, new byte[1 << 20]);
    System.out.println(answer.length + " bytes there and back over " + name);
  }

  static byte[] exchange(Transport transport, byte[] body) throws Exception {
    EventLoopGroup group = transport.newEventLoopGroup(2);
    try {
      Channel server =
          new ServerBootstrap()
              .group(group)
              .channel(transport.serverChannelClass())
              .childHandler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel
                          .pipeline()
                          .addLast(new HttpServerCodec(), new HttpObjectAggregator(LARGEST_BODY))
                          .addLast(new Echo());
                    }
                  })
              .bind(InetAddress.getLoopbackAddress(), 0)
              .sync()
              .channel();
      CompletableFuture<byte[]> answer = new CompletableFuture<>();
      Channel client =
          new Bootstrap()
              .group(group)
              .channel(transport.channelClass())
              .handler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel
                          .pipeline()
                          .addLast(new HttpClientCodec(), new HttpObjectAggregator(LARGEST_BODY))
                          .addLast(new Answer(answer));
                    }
                  })
              .connect(server.localAddress())
              .sync()
              .channel();
      var request =
          new DefaultFullHttpRequest(
              HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.wrappedBuffer(body));
      request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
      client.writeAndFlush(request).sync();
      return answer.get();
    } finally {
      group.shutdownGracefully().sync();
    }
  }

  /** Sends the body of a request back. */
  static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      var response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.OK, request.content().retain());
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
      context.writeAndFlush(response);
    }
  }

  /** Keeps the body of the response, or why there was none. */
  static final class Answer extends SimpleChannelInboundHandler<FullHttpResponse> {
    private final CompletableFuture<byte[]> body;

    Answer(CompletableFuture<byte[]> body) {
      this.body = body;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
      body.complete(ByteBufUtil.getBytes(response.content()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      body.completeExceptionally(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      body.completeExceptionally(new IOException("the server closed without an answer"));
    }
  }
}
