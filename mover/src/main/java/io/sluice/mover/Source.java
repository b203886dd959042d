package io.sluice.mover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Where bytes come from: a file, or anything that can be read at a position. Read by several
 * streams' threads at once; closed once, after the last read.
 */
public interface Source extends Closeable {
  /** Size, times and the like, as they were when it was opened. */
  Attributes attributes();

  /**
   * The same facts as they are now, to see whether it changed under the copy.
   *
   * @throws IOException where they can't be had any more
   */
  default Attributes attributesNow() throws IOException {
    return attributes();
  }

  /**
   * What became of the content since it was opened, in words that follow the name ({@code "grew
   * from 5 to 9 bytes"}), or {@code null} where nothing did.
   *
   * @throws IOException where it can't be told
   */
  default String change() throws IOException {
    return null;
  }

  /**
   * Reads at a position into the buffer's remaining space.
   *
   * @return bytes read, at least 1, or -1 at or after the end
   */
  int read(ByteBuffer into, long position) throws IOException;

  /**
   * Start of the first data at or after {@code position}; {@link Attributes#size()} where only a
   * hole is left. A source without holes returns {@code position}.
   */
  default long nextData(long position) throws IOException {
    return position;
  }

  /** End of the data that begins at {@code position}: the next hole, or the size. */
  default long nextHole(long position) throws IOException {
    return attributes().size();
  }

  /**
   * A channel from which the kernel itself can send ({@code sendfile}), or {@code null} where there
   * is none. It belongs to the source.
   */
  default FileChannel channel() {
    return null;
  }
}
