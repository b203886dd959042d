package io.sluice.mover.ssh;

import java.time.Duration;

/** Starts a server by ssh, says so, and waits to be killed. */
final class SshClientMain {
  private SshClientMain() {}

  /** Arguments: rsh, host, remote mover. */
  public static void main(String[] arguments) throws Exception {
    SshCommand command =
        SshCommand.to(arguments[0], "", arguments[1], arguments[2], Duration.ofSeconds(10));
    SshServer server = SshServer.start(command, Duration.ofSeconds(30), line -> {});
    System.out.println("started " + server.port());
    server.ended().toCompletableFuture().join();
  }
}
