package io.sluice.mover.filter;

/**
 * How many bytes a regular file may have to be copied. One that has more or fewer is neither copied
 * nor deleted at the destination; entries of other types have no size.
 *
 * @param least bytes
 * @param most bytes
 */
public record Sizes(long least, long most) {
  /** Every size. */
  public static final Sizes ALL = new Sizes(0, Long.MAX_VALUE);

  /** Checks them. */
  public Sizes {
    if (least < 0 || most < 0) {
      throw new IllegalArgumentException("a size is negative");
    }
  }

  /** Whether a file of that size is left out. */
  public boolean excludes(long size) {
    return size < least || size > most;
  }
}
