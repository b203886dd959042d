package io.sluice.mover.ssh;

import io.sluice.mover.fault.Await;
import io.sluice.mover.fault.Needs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** A private sshd with keys and settings of its own; closing ends it. */
final class Sshd implements AutoCloseable {
  private final Path folder;
  private final Process process;
  private final String address;
  private final int port;

  private Sshd(Path folder, Process process, String address, int port) {
    this.folder = folder;
    this.process = process;
    this.address = address;
    this.port = port;
  }

  /** Starts one on loopback with more lines of configuration. */
  static Sshd start(Path folder, String... configuration) throws Exception {
    return start(folder, List.of(), "127.0.0.1", configuration);
  }

  /** Starts one behind other words, such as those of a network namespace, at an address. */
  static Sshd start(Path folder, List<String> before, String address, String... configuration)
      throws Exception {
    Path sshd = Needs.program("sshd", "openssh-server");
    Needs.program("ssh", "openssh-client");
    if ("root".equals(System.getProperty("user.name"))) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    Path keys = Files.createDirectories(folder.resolve("keys"));
    makeKey(keys.resolve("host"));
    makeKey(keys.resolve("user"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    List<String> server =
        new ArrayList<>(
            List.of(
                "Port " + port,
                "ListenAddress " + address,
                "HostKey " + keys.resolve("host"),
                "AuthorizedKeysFile " + keys.resolve("user.pub"),
                "PidFile none",
                "StrictModes no",
                "UsePAM no",
                "PermitRootLogin yes",
                "PasswordAuthentication no"));
    server.addAll(List.of(configuration));
    Files.write(folder.resolve("sshd_config"), server);
    Files.write(
        folder.resolve("ssh_config"),
        List.of(
            "Host *",
            "  Port " + port,
            "  IdentityFile " + keys.resolve("user"),
            "  IdentitiesOnly yes",
            "  UserKnownHostsFile " + folder.resolve("known_hosts"),
            "  StrictHostKeyChecking accept-new",
            "  LogLevel ERROR",
            "  BatchMode yes"));
    List<String> words = new ArrayList<>(before);
    words.addAll(
        List.of(sshd.toString(), "-D", "-e", "-f", folder.resolve("sshd_config").toString()));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start();
    Sshd made = new Sshd(folder, process, address, port);
    Await.until("sshd listens: " + folder, made::listens);
    return made;
  }

  private static void makeKey(Path file) throws Exception {
    Path keygen = Needs.program("ssh-keygen", "openssh-client");
    int status =
        new ProcessBuilder(
                keygen.toString(), "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("ssh-keygen: status " + status);
    }
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("sshd: " + Files.readString(folder.resolve("sshd.log")));
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The command with which a client reaches it. */
  String rsh() {
    return "ssh -F " + folder.resolve("ssh_config");
  }

  /** The host to give to that command. */
  String host() {
    return address;
  }

  /** Where it listens. */
  int port() {
    return port;
  }

  /** A program for the other side, which its shell runs. */
  Path script(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    List<String> all = new ArrayList<>(List.of("#!/bin/sh"));
    all.addAll(List.of(lines));
    Files.write(file, all);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().join();
  }
}
