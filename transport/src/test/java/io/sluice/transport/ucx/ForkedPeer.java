package io.sluice.transport.ucx;

import io.netty.channel.Channel;
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
   * @param does {@code echo}, or {@code stop}: accept and never read
   */
  static ForkedPeer start(String does) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ForkedPeer.class.getName(),
                does)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the peer ended with " + process.onExit().join().exitValue());
    }
    return new ForkedPeer(process, Integer.parseInt(line));
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** As {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    kill();
  }

  /** The peer's own main. Ends when its standard input does. */
  public static void main(String[] arguments) throws Exception {
    Pair pair = new Pair();
    if (arguments[0].equals("stop")) {
      pair.server.childOption(ChannelOption.AUTO_READ, false);
    }
    Channel listener = pair.listen(new UcxEchoTest.Echo());
    System.out.println(((InetSocketAddress) listener.localAddress()).getPort());
    while (System.in.read() >= 0) {
      // Until the test closes it or kills this process.
    }
    Runtime.getRuntime().halt(0);
  }

  /** Tells how a channel ended. */
  static final class Ending extends ChannelInboundHandlerAdapter {
    final java.util.concurrent.CompletableFuture<Throwable> cause =
        new java.util.concurrent.CompletableFuture<>();
    final java.util.concurrent.CompletableFuture<Void> inactive =
        new java.util.concurrent.CompletableFuture<>();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      io.netty.util.ReferenceCountUtil.release(message);
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
