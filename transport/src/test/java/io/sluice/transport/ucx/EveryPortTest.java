package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Strangers' bytes on every port that a process has opened, its own and UCX's. The process is
 * another one, because UCX ends it where it does not like them.
 */
@Timeout(90)
class EveryPortTest {
  /** As many as are open at once on a port, for each kind of garbage. */
  private static final int CONNECTIONS = 20;

  /** Over tcp lanes the server's worker and the client's have a port each. */
  @ParameterizedTest(name = "over {1}")
  @CsvSource({"shared_memory, shared memory, 1", "tcp_lanes, UCX tcp lanes, 3"})
  void garbageOnEveryPortTheProcessOpenedAbortsNothing(String lanes, String path, int ports)
      throws Exception {
    Process process =
        new ProcessBuilder(
                ForkedPeer.command(List.of("-D" + Domain.PROPERTY + "=" + lanes), Attacked.class))
            .redirectErrorStream(true)
            .start();
    // Nobody can be interrupted who reads a pipe.
    process
        .onExit()
        .orTimeout(80, TimeUnit.SECONDS)
        .whenComplete((ended, late) -> process.destroyForcibly());

    List<String> said = process.inputReader(StandardCharsets.UTF_8).lines().toList();

    assertThat(said)
        .contains("over " + path + " with " + ports + " ports", "still serves over " + path);
  }

  /** The other process's main: a server, clients of it, and the strangers. */
  static final class Attacked {
    private Attacked() {}

    public static void main(String[] arguments) {
      try {
        run();
      } catch (Exception | AssertionError e) {
        System.out.println(e);
      }
      // Event loops would keep a process that has failed.
      Runtime.getRuntime().halt(0);
    }

    private static void run() throws Exception {
      Pair pair = new Pair();
      pair.client.option(UcxChannelOption.UCX_REQUIRED, true);
      Channel listener = pair.listen(new UcxEchoTest.Echo());
      UcxEchoTest.Collector early = new UcxEchoTest.Collector(3);
      SocketChannel channel = pair.connect(listener, early);
      List<InetSocketAddress> ports = ListeningSockets.ofThisProcess();
      System.out.println(
          "over " + ((UcxSocketChannel) channel).path() + " with " + ports.size() + " ports");
      for (byte[] garbage : garbage()) {
        for (InetSocketAddress port : ports) {
          send(port, garbage);
        }
      }
      assertEchoes(channel, early);
      UcxEchoTest.Collector late = new UcxEchoTest.Collector(3);
      SocketChannel another = pair.connect(listener, late);
      assertEchoes(another, late);
      System.out.println("still serves over " + ((UcxSocketChannel) another).path());
    }

    private static void assertEchoes(SocketChannel channel, UcxEchoTest.Collector collector)
        throws Exception {
      channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {1, 2, 3})).sync();
      assertThat(collector.bytes.get(10, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
    }

    private static List<byte[]> garbage() {
      byte[] random = new byte[64 << 10];
      new Random(3).nextBytes(random);
      byte[] halfPreface = {(byte) 0xf5, 'S', 'l', 'u', 'c', 'x'};
      // UCX's own peers begin with 0xCAFEBABE12345678, a type and a length. A whole header that is
      // wrong ends the process with 1.13.1, which nothing here can help; see docs/rdma.md.
      byte[] halfMagic = {0x78, 0x56, 0x34, 0x12};
      byte[] halfHeader = {
        0x78, 0x56, 0x34, 0x12, (byte) 0xbe, (byte) 0xba, (byte) 0xfe, (byte) 0xca, 5, 1
      };
      return List.of(new byte[0], new byte[1], random, halfPreface, halfMagic, halfHeader);
    }

    /** Returns when the other side has seen it all: it ends what has ended. */
    private static void send(InetSocketAddress port, byte[] garbage) throws IOException {
      List<Socket> sockets = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket(port.getAddress(), port.getPort());
        socket.setSoTimeout(10_000);
        sockets.add(socket);
      }
      for (Socket socket : sockets) {
        try (socket) {
          socket.getOutputStream().write(garbage);
          socket.shutdownOutput();
          socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
          // A reset is an answer as well.
        }
      }
    }
  }
}
