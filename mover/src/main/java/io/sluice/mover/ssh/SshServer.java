package io.sluice.mover.ssh;

import io.netty.channel.EventLoopGroup;
import io.sluice.mover.Token;
import io.sluice.mover.rail.HostAddress;
import io.sluice.transport.Transport;
import io.sluice.transport.Transports;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A server on another host that was started by ssh and lives no longer than this object: {@link
 * #close}, or the death of this process, ends it. Thread-safe.
 *
 * <p>A session is tried at each address of {@link #reachable} in turn; one that does not prove the
 * token there met some other host with the same private address, so the next is tried. Where none
 * is left, {@link #relay} leads to the server through ssh.
 */
public final class SshServer implements AutoCloseable {
  /** Time for a person to type a password and for a JVM to start. */
  public static final Duration START_WAIT = Duration.ofMinutes(2);

  /** How long ssh itself may try to connect. */
  public static final Duration CONNECT_WAIT = Duration.ofSeconds(20);

  /** From then on it is worth seeing what ssh says: it may ask for something. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final Duration END_WAIT = Duration.ofSeconds(3);
  private static final int TOKEN_BYTES = 32;
  private static final int LINES_OF_REASON = 3;

  private final Process process;
  private final Token token;
  private final ReadyLine ready;
  private final Multiplexer multiplexer;
  private final EventLoopGroup loops;
  private final Transport transport = Transports.of("nio");
  private Relay relay;

  private SshServer(Process process, Token token, ReadyLine ready) {
    this.process = process;
    this.token = token;
    this.ready = ready;
    loops = transport.newEventLoopGroup(1);
    multiplexer = new Multiplexer(process.getInputStream(), process.getOutputStream(), null);
    multiplexer.start();
  }

  /**
   * Starts one and waits until it listens.
   *
   * @param command what to run, see {@link SshCommand#to}
   * @param atMost how long to wait, such as {@link #START_WAIT}
   * @param messages gets what ssh and the other host print on standard error, line by line, without
   *     control characters; called on a thread of its own
   * @throws SshException with the reason where it does not come up; nothing is left running
   */
  public static SshServer start(SshCommand command, Duration atMost, Consumer<String> messages)
      throws SshException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command.words()).start();
    } catch (IOException e) {
      throw new SshException(
          command.program()
              + " can't be run on this host: "
              + reasonOf(e)
              + ("ssh".equals(command.program()) ? "; install the package openssh-client" : ""),
          e);
    }
    boolean started = false;
    try {
      SshServer server = start(process, command, atMost, new RemoteMessages(messages));
      started = true;
      return server;
    } finally {
      if (!started) {
        end(process);
      }
    }
  }

  /** {@code ProcessBuilder} puts the program and its own words before the system's. */
  private static String reasonOf(IOException failure) {
    String text = String.valueOf(failure.getMessage());
    int error = text.lastIndexOf("error=");
    int comma = text.indexOf(", ", Math.max(error, 0));
    return error < 0 || comma < 0 ? text : text.substring(comma + 2);
  }

  private static SshServer start(
      Process process, SshCommand command, Duration atMost, RemoteMessages messages)
      throws SshException, InterruptedException {
    Thread errors = thread("messages", () -> messages.readAll(process.getErrorStream()));
    String secret = newToken();
    try {
      OutputStream toServer = process.getOutputStream();
      toServer.write((secret + "\n").getBytes(StandardCharsets.US_ASCII));
      toServer.flush();
    } catch (IOException ignored) {
      // It has ended already; what it printed says why, better than this does.
    }
    CompletableFuture<Optional<ReadyLine>> line = new CompletableFuture<>();
    thread(
        "start",
        () -> {
          try {
            line.complete(ReadyLine.await(process.getInputStream()));
          } catch (IOException | RuntimeException e) {
            line.completeExceptionally(e);
          }
        });
    Optional<ReadyLine> ready = await(line, command, atMost, messages);
    if (ready.isEmpty()) {
      if (!process.waitFor(END_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SshException(
            command.program() + " closed its output before the mover there was ready");
      }
      errors.join(END_WAIT.toMillis());
      throw SshFailure.of(command, process.exitValue(), messages.last(LINES_OF_REASON));
    }
    messages.passOn();
    return new SshServer(process, Token.of(secret), ready.get());
  }

  private static Optional<ReadyLine> await(
      CompletableFuture<Optional<ReadyLine>> line,
      SshCommand command,
      Duration atMost,
      RemoteMessages messages)
      throws SshException, InterruptedException {
    long quiet = Math.min(QUIET.toMillis(), atMost.toMillis());
    try {
      try {
        return line.get(quiet, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        messages.passOn();
        return line.get(atMost.toMillis() - quiet, TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException e) {
      throw new SshException(
          command.program() + " started no mover there within " + atMost.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SshException cause) {
        throw cause;
      }
      throw new SshException("what " + command.program() + " printed can't be read", e.getCause());
    }
  }

  private static String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  private static Thread thread(String what, Runnable body) {
    Thread thread = new Thread(body, "sluice-ssh-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** What both sides of the session prove. */
  public Token token() {
    return token;
  }

  /** The port at which it listens on every address of its host. */
  public int port() {
    return ready.port();
  }

  /** The addresses of its host, with their links' rates. */
  public List<HostAddress> addresses() {
    return ready.addresses();
  }

  /**
   * The addresses that take a connection now, best first, public ones left out. Tries all at once
   * and waits for the best that answers, at most {@link Route#DAEMON_WAIT}.
   *
   * @param here this host's addresses
   */
  public List<InetSocketAddress> reachable(List<HostAddress> here) throws InterruptedException {
    return Candidates.connecting(transport, loops, Candidates.of(ready, here), Route.DAEMON_WAIT);
  }

  /** An address of this host's loopback from which ssh itself carries each connection there. */
  public synchronized InetSocketAddress relay() throws IOException {
    if (relay == null) {
      relay = new Relay(transport, loops, multiplexer);
    }
    return relay.address();
  }

  /** Completes when ssh has ended, normally or not, or this was closed. */
  public CompletionStage<Void> ended() {
    return multiplexer.ended();
  }

  /** Ends the server, its sessions and what is carried through ssh. Waits for ssh, some seconds. */
  @Override
  public void close() {
    multiplexer.end(null);
    end(process);
    loops.shutdownGracefully(0, END_WAIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void end(Process process) {
    // Closing blocks while another thread still writes to a pipe that nobody reads.
    thread(
        "close",
        () -> {
          try {
            process.getOutputStream().close();
          } catch (IOException e) {
            process.destroy();
          }
        });
    boolean interrupted = Thread.interrupted();
    try {
      if (!process.waitFor(END_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroy();
        if (!process.waitFor(END_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
