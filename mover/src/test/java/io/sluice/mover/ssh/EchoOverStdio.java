package io.sluice.mover.ssh;

import io.sluice.mover.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stands in for {@code mover serve --stdio}: sends back what it gets, and notes its process number
 * in the file that the first argument names.
 */
final class EchoOverStdio implements StdioServer.Served {
  private final ServerSocket listener;

  private EchoOverStdio(Token token) throws IOException {
    if (token.key().length == 0) {
      throw new IOException("no key");
    }
    listener = new ServerSocket(0, 50, InetAddress.getByName("0.0.0.0"));
    daemon(this::acceptAll);
  }

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), Long.toString(ProcessHandle.current().pid()));
    new StdioServer(EchoOverStdio::new, System.in, System.out, System.getenv()).run();
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body, "echo");
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        daemon(() -> echo(socket));
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // The client has gone, as it may.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public int port() {
    return listener.getLocalPort();
  }

  @Override
  public CompletionStage<Void> firstSession() {
    return new CompletableFuture<>();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
