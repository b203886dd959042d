package io.sluice.mover.store;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.Sink;
import io.sluice.mover.Source;
import io.sluice.mover.Store;
import io.sluice.mover.Store.SinkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** The least that a session does with a store. */
final class Copies {
  static final int EXTENT = 64 << 10;
  static final SinkOptions OPTIONS = new SinkOptions(EXTENT, true, true);

  private Copies() {}

  static BytePath path(Path path) {
    return BytePath.of(path.toString());
  }

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Writes all of some bytes to a sink, extent by extent, noting each. */
  static void write(Sink sink, byte[] content) throws IOException {
    for (int at = 0; at < content.length; at += EXTENT) {
      int length = Math.min(EXTENT, content.length - at);
      sink.write(ByteBuffer.wrap(content, at, length), at);
      sink.landed(at, length);
    }
  }

  /** Makes a file hold some bytes. */
  static List<String> put(Store store, BytePath path, byte[] content) throws IOException {
    Attributes attributes = Attributes.ofSize(content.length);
    try (Sink sink = store.sink(path, attributes, OPTIONS)) {
      sink.expect(0, content.length);
      write(sink, content);
      return sink.complete(attributes, false);
    }
  }

  /** All that a source holds. */
  static byte[] get(Store store, BytePath path) throws IOException {
    try (Source source = store.source(path)) {
      ByteBuffer into = ByteBuffer.allocateDirect((int) source.attributes().size() + 1);
      while (source.read(into, into.position()) > 0) {}
      byte[] content = new byte[into.flip().remaining()];
      into.get(content);
      return content;
    }
  }

  /**
   * Copies a file with its holes. Nothing is sent to the disk before the end, so that what is there
   * after a power cut is what {@link Sink#complete} saw to.
   */
  static List<String> copy(Store from, BytePath source, Store to, BytePath target, boolean durable)
      throws IOException {
    try (Source in = from.source(source);
        Sink out = to.sink(target, in.attributes(), OPTIONS)) {
      long size = in.attributes().size();
      ByteBuffer buffer = ByteBuffer.allocateDirect(EXTENT);
      for (long at = in.nextData(0); at < size; at = in.nextData(at)) {
        long hole = in.nextHole(at);
        out.expect(at, hole - at);
        while (at < hole) {
          buffer.clear().limit((int) Math.min(EXTENT, hole - at));
          int count = in.read(buffer, at);
          if (count < 0) {
            throw new IOException("the source ended early");
          }
          out.write(buffer.flip(), at);
          out.landed(at, count);
          at += count;
        }
      }
      return out.complete(in.attributes(), durable);
    }
  }
}
