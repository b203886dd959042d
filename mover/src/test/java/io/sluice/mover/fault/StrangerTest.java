package io.sluice.mover.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has no key gets nothing from a daemon and takes nothing from those who have one. */
@Timeout(60)
class StrangerTest {
  /** What may come before the key is proven, with room for what the kernel took already. */
  private static final int MUCH = 8 << 20;

  @TempDir Path folder;
  private Ends ends;
  private final List<Socket> strangers = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    ends = new Ends(folder, options -> options);
  }

  @AfterEach
  void close() throws IOException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
    ends.close();
  }

  private Socket stranger() throws IOException {
    InetSocketAddress server = ends.server().addresses().get(0);
    Socket socket = new Socket(server.getAddress(), server.getPort());
    strangers.add(socket);
    return socket;
  }

  private void assertStillServes() throws IOException {
    Path source = ends.file("source", 3 * Ends.EXTENT);
    Path target = folder.resolve("target");
    Report report = ends.push(source, target).await();
    assertThat(report.failures()).isEmpty();
    assertThat(target).hasSameBinaryContentAs(source);
  }

  /** Reads until the server closes, which it must. */
  private static byte[] allFrom(Socket socket) throws IOException {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (java.net.SocketException e) {
      return new byte[0];
    }
  }

  @Test
  void garbageIsAnsweredByClosing() throws IOException {
    byte[] garbage = new byte[4096];
    new Random(1).nextBytes(garbage);
    Socket stranger = stranger();
    stranger.getOutputStream().write(garbage);

    assertThat(allFrom(stranger)).isEmpty();
    assertStillServes();
  }

  @Test
  void aRequestOfTheWebIsAnsweredByClosing() throws IOException {
    Socket stranger = stranger();
    stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: host2\r\n\r\n".getBytes(US_ASCII));

    assertThat(allFrom(stranger)).isEmpty();
    assertStillServes();
  }

  @Test
  void aHelloThatClaimsToBeEndlessIsNotReadToItsEnd() throws IOException {
    Socket stranger = stranger();
    OutputStream out = stranger.getOutputStream();
    byte[] piece = new byte[64 << 10];
    int taken = 0;
    try {
      while (taken < MUCH) {
        out.write(piece);
        taken += piece.length;
      }
    } catch (IOException e) {
      // That is what it should come to.
      assertThat(taken).isLessThan(MUCH);
    }

    assertThat(taken).isLessThan(MUCH);
    assertStillServes();
  }

  @Test
  void aStrangerThatSaysNothingIsSentAwayAfterTenSeconds() throws IOException {
    long start = System.nanoTime();
    Socket stranger = stranger();

    assertThat(allFrom(stranger)).isEmpty();

    assertThat(System.nanoTime() - start).isGreaterThan(5_000_000_000L);
  }

  @Test
  void hundredsOfStrangersThatWaitDoNotKeepOthersOutForLong() throws Exception {
    for (int i = 0; i < 300; i++) {
      stranger();
    }
    Await.until("the strangers beyond the bound were sent away", () -> closed(strangers) > 100);

    Await.until("there is room again", () -> closed(strangers) > 290);
    assertStillServes();
  }

  private static int closed(List<Socket> sockets) throws IOException {
    int closed = 0;
    for (Socket socket : sockets) {
      socket.setSoTimeout(1);
      InputStream in = socket.getInputStream();
      try {
        closed += in.read() < 0 ? 1 : 0;
      } catch (java.net.SocketTimeoutException e) {
        closed += 0;
      } catch (java.net.SocketException e) {
        closed++;
      }
    }
    return closed;
  }
}
