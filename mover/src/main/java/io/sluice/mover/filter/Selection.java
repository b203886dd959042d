package io.sluice.mover.filter;

import io.sluice.mover.BytePath;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * What of a tree takes part, in a form that can be sent to the peer. Thread-safe.
 *
 * @param rules patterns
 * @param list names, or {@code null} where all take part
 * @param sizes of regular files
 */
public record Selection(Rules rules, FileList list, Sizes sizes) implements Filter {
  /** Everything. */
  public static final Selection ALL = new Selection(Rules.NONE, null, Sizes.ALL);

  private static final int HEAD = Long.BYTES * 2 + Integer.BYTES + 1;

  /** Whether everything takes part. */
  public boolean isAll() {
    return rules.isEmpty() && list == null && sizes.equals(Sizes.ALL);
  }

  @Override
  public boolean excludes(BytePath path, boolean folder) {
    return (list != null && list.excludes(path, folder)) || rules.excludes(path, folder);
  }

  /** Whether a regular file of that size is left out. */
  public boolean excludes(long size) {
    return sizes.excludes(size);
  }

  /** All of it for {@link #decode}. */
  public byte[] encode() {
    byte[] patterns = rules.text();
    byte[] names = list == null ? new byte[0] : list.text();
    return ByteBuffer.allocate(HEAD + patterns.length + names.length)
        .putLong(sizes.least())
        .putLong(sizes.most())
        .putInt(patterns.length)
        .put((byte) (list == null ? 0 : 1))
        .put(patterns)
        .put(names)
        .array();
  }

  /**
   * What {@link #encode} wrote; it may come from a stranger.
   *
   * @throws IllegalArgumentException where it is nothing that {@link #encode} writes
   */
  public static Selection decode(byte[] encoded) {
    if (encoded.length < HEAD) {
      throw new IllegalArgumentException("a selection is cut short");
    }
    ByteBuffer in = ByteBuffer.wrap(encoded);
    Sizes sizes = new Sizes(in.getLong(), in.getLong());
    int length = in.getInt();
    int listed = in.get();
    if (length < 0 || length > in.remaining() || (listed & ~1) != 0) {
      throw new IllegalArgumentException("a selection is malformed");
    }
    List<byte[]> patterns = Lines.endedByNul(Arrays.copyOfRange(encoded, HEAD, HEAD + length));
    List<byte[]> names =
        Lines.endedByNul(Arrays.copyOfRange(encoded, HEAD + length, encoded.length));
    if (listed == 0 && !names.isEmpty()) {
      throw new IllegalArgumentException("a selection is malformed");
    }
    return new Selection(Rules.parse(patterns), listed == 0 ? null : FileList.of(names), sizes);
  }
}
