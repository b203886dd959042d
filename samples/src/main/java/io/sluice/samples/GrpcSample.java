package io.sluice.samples;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * gRPC: a service that echoes one message, or a stream of them. It takes both groups and the
 * channel class together; these lines differ from any other service:
 *
 * <pre>{@code
 * EventLoopGroup group = transport.newEventLoopGroup(2);
 * NettyServerBuilder.bossEventLoopGroup(group).workerEventLoopGroup(group)
 *     .channelType(transport.serverChannelClass())
 * NettyChannelBuilder.eventLoopGroup(group).channelType(transport.channelClass())
 * }</pre>
 */
public final class GrpcSample {
  private static final int LARGEST_MESSAGE = 16 << 20;
  private static final MethodDescriptor<byte[], byte[]> ONE = method("One", MethodType.UNARY);
  private static final MethodDescriptor<byte[], byte[]> MANY =
      method("Many", MethodType.BIDI_STREAMING);

  private GrpcSample() {}

  /** Calls once, then with a stream of 16, over the transport that the argument names. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "epoll" : args[0];
    Transport transport = Transports.choose(name, "the command line says so").transport();
    List<byte[]> answers = exchange(transport, new byte[1 << 20], 16);
    System.out.println(answers.size() + " messages there and back over " + name);
  }

  /** The answer of a call with one message, then those of a call with a stream of it. */
  static List<byte[]> exchange(Transport transport, byte[] message, int times) throws Exception {
    EventLoopGroup group = transport.newEventLoopGroup(2);
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .bossEventLoopGroup(group)
            .workerEventLoopGroup(group)
            .channelType(transport.serverChannelClass())
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .addService(
                ServerServiceDefinition.builder("Echo")
                    .addMethod(ONE, ServerCalls.asyncUnaryCall(GrpcSample::echoOne))
                    .addMethod(MANY, ServerCalls.asyncBidiStreamingCall(GrpcSample::echoMany))
                    .build())
            .build()
            .start();
    ManagedChannel client =
        NettyChannelBuilder.forAddress((InetSocketAddress) server.getListenSockets().get(0))
            .eventLoopGroup(group)
            .channelType(transport.channelClass(), InetSocketAddress.class)
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .usePlaintext()
            .build();
    try {
      List<byte[]> answers = new ArrayList<>();
      answers.add(ClientCalls.blockingUnaryCall(client, ONE, CallOptions.DEFAULT, message));
      Gathered gathered = new Gathered();
      StreamObserver<byte[]> requests =
          ClientCalls.asyncBidiStreamingCall(client.newCall(MANY, CallOptions.DEFAULT), gathered);
      for (int i = 0; i < times; i++) {
        requests.onNext(message);
      }
      requests.onCompleted();
      answers.addAll(gathered.all.get());
      return answers;
    } finally {
      client.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
      server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
      group.shutdownGracefully().sync();
    }
  }

  private static void echoOne(byte[] message, StreamObserver<byte[]> answer) {
    answer.onNext(message);
    answer.onCompleted();
  }

  private static StreamObserver<byte[]> echoMany(StreamObserver<byte[]> answers) {
    return new StreamObserver<>() {
      @Override
      public void onNext(byte[] message) {
        answers.onNext(message);
      }

      @Override
      public void onError(Throwable cause) {
        answers.onError(cause);
      }

      @Override
      public void onCompleted() {
        answers.onCompleted();
      }
    };
  }

  /** Stands for what protoc would make: the messages are bytes. */
  private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
    return MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("Echo", name))
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Gathered implements StreamObserver<byte[]> {
    final CompletableFuture<List<byte[]>> all = new CompletableFuture<>();
    private final List<byte[]> sofar = new ArrayList<>();

    @Override
    public void onNext(byte[] message) {
      sofar.add(message);
    }

    @Override
    public void onError(Throwable cause) {
      all.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
      all.complete(sofar);
    }
  }
}
