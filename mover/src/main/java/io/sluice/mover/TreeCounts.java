package io.sluice.mover;

/**
 * Entries of a tree that were handled.
 *
 * @param files regular files, further names of one not counted
 * @param folders folders, the root included
 * @param links symbolic links
 * @param specials FIFOs, sockets and devices
 * @param hardLinks further names
 * @param same of all these, those that were as they should be
 * @param created those that were not there
 * @param replaced those whose content was another
 * @param metadata those of which only other facts were set
 * @param deleted entries that the source does not hold
 */
public record TreeCounts(
    long files,
    long folders,
    long links,
    long specials,
    long hardLinks,
    long same,
    long created,
    long replaced,
    long metadata,
    long deleted) {
  /** Nothing. */
  public static final TreeCounts NONE = new TreeCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** All entries of the source. */
  public long entries() {
    return files + folders + links + specials + hardLinks;
  }
}
