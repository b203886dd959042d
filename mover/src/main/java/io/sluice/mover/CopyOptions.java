package io.sluice.mover;

/**
 * What a copy does with what is there already.
 *
 * @param noClobber leave a file that exists alone
 * @param update leave a file alone that is not older than its source
 * @param makePath make missing parents of the destination
 */
public record CopyOptions(boolean noClobber, boolean update, boolean makePath) {
  /** Overwrites, makes no parents. */
  public static CopyOptions defaults() {
    return new CopyOptions(false, false, false);
  }
}
