package io.sluice.mover.store;

import io.sluice.mover.BytePath;
import java.util.Arrays;

/**
 * An extended attribute: a name with its namespace ({@code user.}, {@code trusted.}, {@code
 * security.}, {@code system.posix_acl_}) and a value of up to 64 KiB. Immutable.
 */
public final class Xattr {
  private final BytePath name;
  private final byte[] value;

  /** Makes one; the value is not copied. */
  public Xattr(BytePath name, byte[] value) {
    this.name = name;
    this.value = value;
  }

  /** The name with its namespace. */
  public BytePath name() {
    return name;
  }

  /** The value, not copied: it must not be changed. */
  public byte[] value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Xattr xattr
        && name.equals(xattr.name)
        && Arrays.equals(value, xattr.value);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + "=" + value.length + " bytes";
  }
}
