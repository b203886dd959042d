package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A process that copies and is killed: writes {@code FOLDER/target} with the bytes of a seed,
 * printing a line for each extent, and waits at the end for its input to end where told to.
 */
final class Victim {
  private Victim() {}

  public static void main(String[] arguments) throws IOException {
    BytePath target = BytePath.of(arguments[0]);
    byte[] content = Copies.random(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    Attributes attributes = Attributes.ofSize(content.length);
    FileStore store = FileStore.local();
    while (true) {
      try (Sink sink = store.sink(target, attributes, Copies.OPTIONS)) {
        for (int at = 0; at < content.length; at += Copies.EXTENT) {
          int length = Math.min(Copies.EXTENT, content.length - at);
          sink.write(ByteBuffer.wrap(content, at, length), at);
          sink.landed(at, length);
          System.out.println(at);
        }
        if (arguments.length > 3) {
          System.out.println("held");
          while (System.in.read() >= 0) {}
        }
        sink.complete(attributes, false);
      }
    }
  }

  /** Starts one in a JVM of its own. */
  static Process start(Path target, int size, long seed, boolean hold) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Victim.class.getName(),
            target.toString(),
            Integer.toString(size),
            Long.toString(seed));
    if (hold) {
      builder.command().add("hold");
    }
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).directory(new File("/")).start();
  }
}
