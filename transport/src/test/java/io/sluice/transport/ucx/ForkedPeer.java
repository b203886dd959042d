package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A UCX server in a process of its own, which a test may kill. */
final class ForkedPeer implements AutoCloseable {
  private final Process process;
  private final int port;

  private ForkedPeer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one.
   *
   * @param does {@code echo}; {@code stop}: accept and never read; or {@code flood}: send small
   *     frames for as long as they are taken
   */
  static ForkedPeer start(String does) throws IOException {
    return start(does, 1);
  }

  /** Starts one with so many event loops, each of which has a UCX worker of its own. */
  static ForkedPeer start(String does, int loops) throws IOException {
    return start(List.of(), List.of(), does, Integer.toString(loops), "127.0.0.1");
  }

  /**
   * Starts one.
   *
   * @param before words in front of the command, such as {@code nsenter}
   * @param options the JVM's
   * @param arguments of {@link #main}
   */
  static ForkedPeer start(List<String> before, List<String> options, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>(before);
    words.addAll(command(options, ForkedPeer.class));
    words.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the peer ended with " + process.onExit().join().exitValue());
    }
    return new ForkedPeer(process, Integer.parseInt(line));
  }

  /** The words that start a main class of the tests' own class path. */
  static List<String> command(List<String> options, Class<?> main) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(options);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return words;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** As {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** As {@code kill -STOP}: the process stands still. */
  void stop() throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new IOException("the peer cannot be stopped");
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    kill();
  }

  int port() {
    return port;
  }

  /**
   * The peer's own main: what it does, its number of event loops, and the address to listen at.
   * Ends when its standard input does.
   */
  public static void main(String[] arguments) throws Exception {
    Pair pair = new Pair(Spin.Mode.NEVER, Integer.parseInt(arguments[1]));
    if (arguments[0].equals("stop")) {
      pair.server.childOption(ChannelOption.AUTO_READ, false);
    }
    Channel listener =
        pair.listen(
            arguments[0].equals("flood") ? new Flood() : new UcxEchoTest.Echo(),
            InetAddress.getByName(arguments[2]));
    System.out.println(((InetSocketAddress) listener.localAddress()).getPort());
    while (System.in.read() >= 0) {
      // Until the test closes it or kills this process.
    }
    Runtime.getRuntime().halt(0);
  }

  /** Sends frames of a byte each. */
  @ChannelHandler.Sharable
  private static final class Flood extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      send(context);
    }

    private static void send(ChannelHandlerContext context) {
      for (int i = 0; i < 64 && context.channel().isWritable(); i++) {
        context.writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));
      }
      if (context.channel().isActive() && context.channel().isWritable()) {
        context.executor().execute(() -> send(context));
      }
    }
  }

  /** Tells how a channel ended. */
  static final class Ending extends ChannelInboundHandlerAdapter {
    final java.util.concurrent.CompletableFuture<Throwable> cause =
        new java.util.concurrent.CompletableFuture<>();
    final java.util.concurrent.CompletableFuture<Void> inactive =
        new java.util.concurrent.CompletableFuture<>();

    final java.util.concurrent.atomic.AtomicLong received =
        new java.util.concurrent.atomic.AtomicLong();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      received.addAndGet(bytes.readableBytes());
      bytes.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
      cause.complete(thrown);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      inactive.complete(null);
    }
  }
}
