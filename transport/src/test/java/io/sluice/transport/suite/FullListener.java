package io.sluice.transport.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A loopback port that answers no further connection attempt: its queue is full, and the kernel
 * drops what arrives. It stands for a host that is not there, without asking any network.
 */
final class FullListener {
  private static final int MANY = 16;
  private static final int DROPPED_AFTER_MILLIS = 300;

  private final ServerSocket listener;
  private final List<Socket> queued = new ArrayList<>();

  FullListener() {
    try {
      listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      while (!isFull()) {
        if (queued.size() == MANY) {
          throw new IllegalStateException("the queue of " + listener + " does not fill");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isFull() throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(listener.getLocalSocketAddress(), DROPPED_AFTER_MILLIS);
      queued.add(socket);
      return false;
    } catch (SocketTimeoutException e) {
      socket.close();
      return true;
    }
  }

  String host() {
    return listener.getInetAddress().getHostAddress();
  }

  int port() {
    return listener.getLocalPort();
  }
}
