package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Failure;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Token;
import io.sluice.mover.cli.Main;
import io.sluice.mover.fault.Jvm;
import io.sluice.mover.fault.Needs;
import io.sluice.mover.fault.NetworkNamespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole copies by ssh, with the command itself on the other side. */
class SshCopyTest {
  private static final Token TOKEN = Token.of("a-token-of-this-test");

  @TempDir Path folder;
  private Path source;
  private Sshd sshd;
  private final List<String> messages = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void makeSource() throws IOException {
    byte[] bytes = new byte[3_000_001];
    new Random(7).nextBytes(bytes);
    source = Files.write(folder.resolve("source"), bytes);
  }

  @AfterEach
  void endSshd() {
    if (sshd != null) {
      sshd.close();
    }
  }

  @Test
  void aFileGoesToAHostThatRunsNoDaemon() throws Exception {
    sshd = Sshd.start(folder);
    Path target = folder.resolve("target");

    Report report = copy(Place.local(path(source)), there(sshd.host(), target));

    assertThat(report.failures()).isEmpty();
    assertThat(target).hasSameBinaryContentAs(source);
    assertThat(report.path()).doesNotContain("ssh");
  }

  @Test
  void aFileComesFromAHostThatRunsNoDaemon() throws Exception {
    sshd = Sshd.start(folder);
    Path target = folder.resolve("target");

    Report report = copy(there(sshd.host(), source), Place.local(path(target)));

    assertThat(report.failures()).isEmpty();
    assertThat(target).hasSameBinaryContentAs(source);
  }

  @Test
  void behindAFirewallTheBytesGoThroughSshAndTheReportSaysSo() throws Exception {
    try (NetworkNamespace there = NetworkNamespace.create()) {
      there.joinHere("10.213.78.1/30", "10.213.78.2/30");
      sshd = Sshd.start(folder, there.inside(), "10.213.78.2");
      there.swallow("1-" + (sshd.port() - 1));
      there.swallow((sshd.port() + 1) + "-65534");
      Path target = folder.resolve("target");
      try {
        Report report = copy(Place.local(path(source)), there(sshd.host(), target));

        assertThat(report.failures()).isEmpty();
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(report.path())
            .isEqualTo("ssh, because no private address of 10.213.78.2 can be reached");
      } finally {
        sshd.close();
      }
    }
  }

  @Test
  void aWrongKeyIsNoReasonToTrySsh() throws Exception {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MoverServer server =
            MoverServer.builder().token(TOKEN).root(path(folder)).listen(loopback).start();
        Mover mover =
            Mover.builder()
                .token(Token.of("another-token-of-it"))
                .port(server.addresses().get(0).getPort())
                .messages(messages::add)
                .build()) {
      Report report =
          mover
              .copy(
                  List.of(Place.local(path(source))),
                  there("127.0.0.1", folder.resolve("target")),
                  CopyOptions.defaults())
              .await();

      assertThat(report.exitStatus()).isEqualTo(3);
      assertThat(report.failures()).hasSize(1);
      assertThat(report.failures().get(0).cause()).contains("token");
      assertThat(messages).isEmpty();
    }
  }

  @Test
  void aHostWithoutADaemonIsTriedBySshAlsoWhereThereIsAKey() {
    Needs.program("ssh", "openssh-client");
    try (Mover mover = Mover.builder().token(TOKEN).messages(messages::add).build()) {
      Report report =
          mover
              .copy(
                  List.of(Place.local(path(source))),
                  there("no-such-host.invalid", folder.resolve("target")),
                  CopyOptions.defaults())
              .await();

      assertThat(report.exitStatus()).isEqualTo(3);
      Failure failure = report.failures().get(0);
      assertThat(failure.side()).isEqualTo("no-such-host.invalid");
      assertThat(failure.cause() + messages).contains("ssh: Could not resolve hostname");
    }
  }

  private Report copy(Place from, Place to) throws IOException {
    String java = String.join(" ", Jvm.command(Main.class));
    Path mover = sshd.script("mover", "exec " + java + " \"$@\"");
    try (Mover client =
        Mover.builder()
            .options(Options.defaults().withExtent(1 << 20).withStreams(3))
            .rsh(sshd.rsh())
            .remoteMover(mover.toString())
            .messages(messages::add)
            .build()) {
      return client.copy(List.of(from), to, CopyOptions.defaults()).await();
    }
  }

  private static Place there(String host, Path file) {
    return new Place(Place.Scheme.HOST, "", host, 0, path(file));
  }

  private static BytePath path(Path file) {
    return BytePath.of(file.toString());
  }
}
