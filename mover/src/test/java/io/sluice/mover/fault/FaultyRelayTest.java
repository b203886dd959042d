package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests' own tool: a relay that does no harm would make tests of faults worthless. */
class FaultyRelayTest {
  private ServerSocket server;
  private FaultyRelay relay;
  private CompletableFuture<byte[]> received;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    relay = new FaultyRelay((InetSocketAddress) server.getLocalSocketAddress());
    relay.toServer().alsoControl();
    received =
        CompletableFuture.supplyAsync(
            () -> {
              try (Socket socket = server.accept()) {
                return socket.getInputStream().readAllBytes();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    server.close();
  }

  private void send(int bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
      socket.getOutputStream().write(new byte[bytes]);
    }
  }

  @Test
  void withoutFaultsEveryBytePasses() throws Exception {
    send(1 << 20);

    assertThat(received.get()).isEqualTo(new byte[1 << 20]);
  }

  @Test
  void oneBitIsFlippedWhereAsked() throws Exception {
    relay.toServer().flipAt(300_001);

    send(1 << 20);

    byte[] expected = new byte[1 << 20];
    expected[300_001] = 4;
    assertThat(received.get()).isEqualTo(expected);
  }

  @Test
  void bitsAreFlippedAtARate() throws Exception {
    relay.toServer().flipEvery(1000);

    send(10_500);

    assertThat(received.get()).hasSize(10_500);
    assertThat(relay.toServer().flips()).isEqualTo(10);
  }

  @Test
  void aConnectionIsCutAtAnOffset() {
    relay.toServer().cutAt(200_000);

    assertThatThrownBy(
            () -> {
              send(64 << 20);
              throw new IOException("all was taken");
            })
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("all was taken");
  }

  @Test
  void aStallHoldsBytesBackUntilItEnds() throws Exception {
    relay.toServer().stall();
    send(1000);
    assertThat(relay.toServer().passed()).isZero();

    relay.toServer().goOn();

    assertThat(received.get()).hasSize(1000);
  }
}
