package io.sluice.mover;

/**
 * An application's own say in which entries of a source take part, after what a {@code Selection}
 * leaves in. Asked by several threads at once, on the side that reads the source, so they wait for
 * it: it should be quick.
 *
 * <p>What is left out is not copied; where the destination holds something by its name, that is
 * neither changed nor deleted. What only the destination holds is not asked for.
 */
@FunctionalInterface
public interface EntryFilter {
  /** Leaves everything in. */
  EntryFilter ALL = (path, attributes) -> true;

  /**
   * Whether an entry takes part; a folder that does not is left out with all in it.
   *
   * @param path from the root of the source, never empty
   * @param attributes what it is now
   */
  boolean takes(BytePath path, Attributes attributes);
}
