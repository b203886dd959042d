package io.sluice.samples;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * HTTP/2 with plain Netty, in clear text and with prior knowledge: many streams on one connection,
 * with HTTP/2's own flow control above the transport's. The same three lines as in {@link
 * Http1Sample} make it run on another transport:
 *
 * <pre>{@code
 * EventLoopGroup group = transport.newEventLoopGroup(2);
 * new ServerBootstrap().channel(transport.serverChannelClass())
 * new Bootstrap().channel(transport.channelClass())
 * }</pre>
 */
public final class Http2Sample {
  private static final int LARGEST_BODY = 16 << 20;

  private Http2Sample() {}

  /** Posts 1 MiB on each of eight streams over the transport that the argument names. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "epoll" : args[0];
    Transport transport = Transports.choose(name, "the command line says so").transport();
    List<byte[]> answers = exchange(transport, new byte[1 << 20], 8);
    System.out.println(answers.size() + " answers of 1 MiB over " + name);
  }

  static List<byte[]> exchange(Transport transport, byte[] body, int streams) throws Exception {
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
                          .addLast(Http2FrameCodecBuilder.forServer().build())
                          .addLast(new Http2MultiplexHandler(serverStream()));
                    }
                  })
              .bind(InetAddress.getLoopbackAddress(), 0)
              .sync()
              .channel();
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
                          .addLast(Http2FrameCodecBuilder.forClient().build())
                          .addLast(new Http2MultiplexHandler(serverStream()));
                    }
                  })
              .connect(server.localAddress())
              .sync()
              .channel();
      List<CompletableFuture<byte[]>> answers = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        answers.add(post(client, body));
      }
      List<byte[]> bodies = new ArrayList<>();
      for (CompletableFuture<byte[]> answer : answers) {
        bodies.add(answer.get());
      }
      return bodies;
    } finally {
      group.shutdownGracefully().sync();
    }
  }

  private static CompletableFuture<byte[]> post(Channel connection, byte[] body) throws Exception {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    Channel stream =
        new Http2StreamChannelBootstrap(connection)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(new Http2StreamFrameToHttpObjectCodec(false))
                        .addLast(new HttpObjectAggregator(LARGEST_BODY))
                        .addLast(new Http1Sample.Answer(answer));
                  }
                })
            .open()
            .get();
    stream.writeAndFlush(
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.wrappedBuffer(body)));
    return answer;
  }

  private static ChannelInitializer<Channel> serverStream() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(new Http2StreamFrameToHttpObjectCodec(true))
            .addLast(new HttpObjectAggregator(LARGEST_BODY))
            .addLast(new Http1Sample.Echo());
      }
    };
  }
}
