package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client and a server on two hosts, as far as the network goes, between which a link is cut. They
 * speak over UCX's tcp lanes: there is no RDMA here.
 */
@Timeout(90)
class CutLinkTest {
  @Test
  void aCutConnectionIsToldThoughUcxCouldGoOn() throws Exception {
    assertThat(endAfterCutting("vb", "waits"))
        .contains("Connection reset by peer (the TCP connection ended before the stream did)");
  }

  @Test
  void aCutPathOfUcxIsToldThoughTheConnectionStands() throws Exception {
    // Both ends find it out, and who does first resets the connection, which was not cut.
    assertThat(endAfterCutting("ub", "waits"))
        .containsAnyOf("nothing came over UCX for 10 s", "Connection reset by peer");
  }

  @Test
  void aCutPathOfUcxIsToldToWhoIsSending() throws Exception {
    assertThat(endAfterCutting("ub", "sends")).isNotNull().doesNotContain(Client.NO_CAUSE);
  }

  /** What the client is told after it has heard from the server and the link is cut. */
  private static String endAfterCutting(String device, String does) throws Exception {
    try (TwoHosts hosts = TwoHosts.start();
        ForkedPeer server =
            ForkedPeer.start(hosts.there(), lanes("ub"), "echo", "1", TwoHosts.THERE)) {
      List<String> words = new ArrayList<>(hosts.here());
      words.addAll(ForkedPeer.command(lanes("ua"), Client.class));
      words.addAll(List.of(Integer.toString(server.port()), does));
      Process client =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      // Nobody can be interrupted who reads a pipe.
      client
          .onExit()
          .orTimeout(80, TimeUnit.SECONDS)
          .whenComplete((ended, late) -> client.destroyForcibly());
      try {
        BufferedReader said = client.inputReader(StandardCharsets.UTF_8);
        assertThat(said.readLine()).isEqualTo("heard over UCX tcp lanes");
        hosts.cut(device);
        assertThat(server.isAlive()).isTrue();
        return said.readLine();
      } finally {
        client.destroyForcibly();
      }
    }
  }

  private static List<String> lanes(String device) {
    return List.of("-D" + Domain.PROPERTY + "=tcp_lanes", "-D" + RdmaPorts.PROPERTY + "=" + device);
  }

  /**
   * The other process's main: connects, hears an echo, then waits or sends, and says how the
   * channel ends.
   */
  static final class Client {
    static final String NO_CAUSE = "no cause was told";

    private Client() {}

    public static void main(String[] arguments) {
      // Event loops would keep a process that has failed.
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, cause) -> {
            System.err.println(cause);
            Runtime.getRuntime().halt(1);
          });
      try {
        run(Integer.parseInt(arguments[0]), arguments[1].equals("sends"));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      Runtime.getRuntime().halt(0);
    }

    private static void run(int port, boolean sends) throws Exception {
      Pair pair = new Pair();
      ForkedPeer.Ending ending = new ForkedPeer.Ending();
      SocketChannel channel =
          (SocketChannel)
              pair.client
                  .option(UcxChannelOption.UCX_REQUIRED, true)
                  .handler(ending)
                  .connect(new InetSocketAddress(TwoHosts.THERE, port))
                  .sync()
                  .channel();
      channel.writeAndFlush(Unpooled.copiedBuffer(new byte[100])).sync();
      while (ending.received.get() < 100) {
        channel.eventLoop().submit(() -> {}).sync();
      }
      System.out.println("heard over " + ((UcxSocketChannel) channel).path());
      while (sends && channel.isActive()) {
        if (channel.isWritable()) {
          channel.writeAndFlush(Unpooled.copiedBuffer(new byte[300_000]));
        }
        channel.eventLoop().submit(() -> {}).sync();
      }
      ending.inactive.get(60, TimeUnit.SECONDS);
      Throwable cause = ending.cause.getNow(new IOException(NO_CAUSE));
      System.out.println(cause.getMessage());
    }
  }
}
