package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.fault.Await;
import io.sluice.mover.fault.Jvm;
import io.sluice.mover.fault.NetworkNamespace;
import io.sluice.mover.rail.HostAddresses;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshServerTest {
  private static final Duration PATIENT = Duration.ofSeconds(60);

  @TempDir Path folder;
  private Sshd sshd;
  private final List<String> messages = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void endSshd() {
    if (sshd != null) {
      sshd.close();
    }
  }

  @Test
  void aServerIsReachedDirectlyAndEndsWhenItIsClosed() throws Exception {
    sshd = Sshd.start(folder);
    SshServer server = start(mover());
    try (server) {
      List<InetSocketAddress> reachable = server.reachable(HostAddresses.here());

      assertThat(reachable).isNotEmpty();
      assertThat(echo(reachable.get(0), bytes(1000))).isEqualTo(bytes(1000));
    }
    Await.until("the server has ended", () -> !remoteIsAlive());
    assertThat(messages).allMatch(one -> one.startsWith("SLF4J"));
  }

  @Test
  void whatAProfilePrintsBeforeIsIgnored() throws Exception {
    sshd = Sshd.start(folder, "ForceCommand " + folder.resolve("chatty"));
    sshd.script(
        "chatty",
        "echo 'Welcome to SLUICE, the gate'",
        "printf 'You have mail. '",
        "exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"");

    try (SshServer server = start(mover())) {
      assertThat(echo(server.relay(), bytes(10))).isEqualTo(bytes(10));
    }
  }

  @Test
  void aProfileThatNeverStopsPrintingIsCutOff() throws Exception {
    sshd = Sshd.start(folder);

    assertThatThrownBy(() -> start(sshd.script("mover", "yes")))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("profile");
  }

  @Test
  void connectionsGoThroughSshWithHalfCloseAndManyAtOnce() throws Exception {
    sshd = Sshd.start(folder);
    try (SshServer server = start(mover())) {
      InetSocketAddress relay = server.relay();
      byte[] much = bytes(5 << 20);
      List<CompletableFuture<byte[]>> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        all.add(CompletableFuture.supplyAsync(() -> echo(relay, much)));
      }

      for (CompletableFuture<byte[]> one : all) {
        assertThat(Arrays.equals(one.get(), much)).isTrue();
      }
    }
  }

  @Test
  void aConnectionThatNobodyReadsHoldsUpNoOther() throws Exception {
    sshd = Sshd.start(folder);
    try (SshServer server = start(mover());
        Socket unread = new Socket()) {
      unread.setReceiveBufferSize(64 << 10);
      unread.connect(server.relay());
      CompletableFuture<Void> stuck =
          CompletableFuture.runAsync(() -> write(unread, bytes(64 << 20)));

      assertThat(echo(server.relay(), bytes(3 << 20))).isEqualTo(bytes(3 << 20));
      assertThat(stuck).isNotDone();
    }
  }

  @Test
  void theServerEndsWhenItsClientIsKilled() throws Exception {
    sshd = Sshd.start(folder);
    try (Jvm client = Jvm.fork(SshClientMain.class, sshd.rsh(), sshd.host(), mover().toString())) {
      client.awaitLine("started ");
      assertThat(remoteIsAlive()).isTrue();

      client.kill();

      Await.until("the server has ended", () -> !remoteIsAlive());
    }
  }

  @Test
  void aLoginThatIsCutEndsTheServerAndItsClientKnows() throws Exception {
    sshd = Sshd.start(folder);
    try (SshServer server = start(mover())) {
      assertThat(remoteIsAlive()).isTrue();

      sshd.close();

      server.ended().toCompletableFuture().handle((nothing, failure) -> "ended").get();
      Await.until("the server has ended", () -> !remoteIsAlive());
    }
  }

  @Test
  void behindAFirewallNoAddressIsReachableAndSshCarriesTheBytes() throws Exception {
    try (NetworkNamespace there = NetworkNamespace.create()) {
      there.joinHere("10.213.77.1/30", "10.213.77.2/30");
      sshd = Sshd.start(folder, there.inside(), "10.213.77.2");
      int port = sshd.port();
      there.swallow("1-" + (port - 1));
      there.swallow((port + 1) + "-65534");
      try (SshServer server = start(mover())) {
        assertThat(server.addresses())
            .anyMatch(one -> one.address().getHostAddress().equals("10.213.77.2"));
        assertThat(server.reachable(HostAddresses.here())).isEmpty();
        assertThat(echo(server.relay(), bytes(1 << 20))).isEqualTo(bytes(1 << 20));
      } finally {
        sshd.close();
      }
    }
  }

  @Test
  void aHostWithoutMoverIsToldWhatToDo() throws Exception {
    sshd = Sshd.start(folder);

    assertThatThrownBy(() -> start(Path.of("/nonexistent/mover")))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("/nonexistent/mover")
        .hasMessageContaining("tar.gz")
        .hasMessageContaining("--remote-mover");
  }

  @Test
  void whatSshSaysIsTheReason() throws Exception {
    sshd = Sshd.start(folder);
    sshd.close();

    assertThatThrownBy(() -> start(mover()))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("Connection refused");
    assertThat(messages).isEmpty();
  }

  @Test
  void aMoverThatFailsThereIsQuotedWithoutItsControlCharacters() throws Exception {
    sshd = Sshd.start(folder);
    Path failing = sshd.script("failing", "printf 'no memory \\033[31m today\\n' >&2", "exit 7");

    assertThatThrownBy(() -> start(failing))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("status 7")
        .hasMessageContaining("no memory ?[31m today");
  }

  @Test
  void aMoverThatNeverSpeaksIsGivenUpAndEnded() throws Exception {
    sshd = Sshd.start(folder);
    Path silent =
        sshd.script("silent", "echo $$ > " + folder.resolve("pid"), "exec cat > /dev/null");
    SshCommand command =
        SshCommand.to(sshd.rsh(), "", sshd.host(), silent.toString(), Duration.ofSeconds(10));

    assertThatThrownBy(() -> SshServer.start(command, Duration.ofSeconds(3), messages::add))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("within 3 s");
    Await.until("the other side has ended", () -> !remoteIsAlive());
  }

  @Test
  void aCommandThatIsNotThereIsNamed() throws Exception {
    SshCommand command =
        SshCommand.to("/nonexistent/rsh", "", "host2", "mover", Duration.ofSeconds(10));

    assertThatThrownBy(() -> SshServer.start(command, PATIENT, messages::add))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("rsh can't be run on this host: No such file or directory");
  }

  private SshServer start(Path remoteMover) throws IOException, InterruptedException {
    SshCommand command =
        SshCommand.to(sshd.rsh(), "", sshd.host(), remoteMover.toString(), Duration.ofSeconds(10));
    return SshServer.start(command, PATIENT, messages::add);
  }

  private Path mover() throws IOException {
    String java = String.join(" ", Jvm.command(EchoOverStdio.class));
    return sshd.script("mover", "exec " + java + " " + folder.resolve("pid"));
  }

  private boolean remoteIsAlive() throws Exception {
    Path file = folder.resolve("pid");
    Await.until("it has started", () -> Files.exists(file) && Files.size(file) > 0);
    long pid = Long.parseLong(Files.readString(file).strip());
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static byte[] bytes(int number) {
    byte[] bytes = new byte[number];
    new Random(number).nextBytes(bytes);
    return bytes;
  }

  private static byte[] echo(InetSocketAddress address, byte[] bytes) {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> write(socket, bytes));
      InputStream in = socket.getInputStream();
      byte[] back = in.readAllBytes();
      sent.join();
      return back;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
