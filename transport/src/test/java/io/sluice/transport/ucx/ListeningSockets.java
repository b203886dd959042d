package io.sluice.transport.ucx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where this process listens for TCP, whoever in it does, as the kernel tells. */
final class ListeningSockets {
  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  static List<InetSocketAddress> ofThisProcess() throws IOException {
    Set<String> own = sockets();
    List<InetSocketAddress> listening = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = Path.of("/proc/self/net", table);
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        // Number, local address, remote address, state; the tenth is the inode.
        String[] words = line.strip().split("\\s+");
        if (words[3].equals(LISTEN) && own.contains("socket:[" + words[9] + "]")) {
          listening.add(address(words[1]));
        }
      }
    }
    return listening;
  }

  private static Set<String> sockets() throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path one : open.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(one).toString());
        } catch (NoSuchFileException e) {
          // The descriptor by which the folder is read is among them.
        }
      }
    }
    return sockets;
  }

  /** From {@code 0100007F:1F90}: 32-bit words as this processor has them in memory. */
  private static InetSocketAddress address(String text) throws IOException {
    String[] parts = text.split(":");
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0]));
    ByteBuffer address = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      address.putInt(words.getInt());
    }
    InetAddress host = InetAddress.getByAddress(address.array());
    return new InetSocketAddress(
        host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : host,
        Integer.parseInt(parts[1], 16));
  }
}
