package consumer;

import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.Token;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Serves a folder and copies a file into it. */
public final class Main {
  private Main() {}

  /** The folder to work in is the argument. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Path file = Files.writeString(folder.resolve("file"), "hello");
    Path root = Files.createDirectory(folder.resolve("root"));
    Token token = Token.of("0123456789abcdef");
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MoverServer server =
            MoverServer.builder()
                .listen(anyPort)
                .root(BytePath.of(root.toString()))
                .token(token)
                .start();
        Mover mover = Mover.builder().token(token).build()) {
      int port = server.addresses().get(0).getPort();
      Place copy = Place.on("127.0.0.1", port, BytePath.of(root.resolve("copy").toString()));
      Report report =
          mover
              .copy(
                  List.of(Place.local(BytePath.of(file.toString()))),
                  copy,
                  CopyOptions.defaults())
              .await();
      System.out.println(report.failures() + " " + Files.readString(root.resolve("copy")));
    }
  }
}
