package io.sluice.mover;

import java.util.List;

/**
 * What becomes of earlier states of a replica: whether what a sync replaces or deletes is kept, and
 * with which earlier replicas it shares files that have not changed. Immutable.
 *
 * @param suffix is added to the names of what is kept, and may be empty where {@code folder} is
 *     given; {@code null} where nothing is kept
 * @param folder where it is kept, under the path that it had; a relative one starts at the
 *     destination. {@code null} where it is kept in its own folder
 * @param links earlier replicas: a file that is in one of them under its path, with its content and
 *     all facts that are carried over, becomes another name of that file. The first that has it
 *     counts. Relative ones start at the destination
 */
public record Earlier(BytePath suffix, BytePath folder, List<BytePath> links) {
  /** Nothing is kept, nothing is shared. */
  public static final Earlier NONE = new Earlier(null, null, List.of());

  /** As many earlier replicas as rsync takes. */
  private static final int MOST_LINKS = 20;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException for a suffix with a slash, an empty one where there is no
   *     folder, an empty path, or more than 20 earlier replicas
   */
  public Earlier {
    links = List.copyOf(links);
    if (suffix != null) {
      for (int i = 0; i < suffix.length(); i++) {
        if (suffix.at(i) == '/') {
          throw new IllegalArgumentException("a suffix can't hold a slash");
        }
      }
    }
    if (folder != null && suffix == null) {
      throw new IllegalArgumentException("a folder for what is kept needs a suffix, maybe empty");
    }
    if (suffix != null && suffix.isEmpty() && folder == null) {
      throw new IllegalArgumentException("what is kept needs a suffix or a folder of its own");
    }
    if (folder != null && folder.isEmpty() || links.contains(BytePath.of(""))) {
      throw new IllegalArgumentException("the empty path is no folder");
    }
    if (links.size() > MOST_LINKS) {
      throw new IllegalArgumentException("more than " + MOST_LINKS + " earlier replicas");
    }
  }

  /** Whether what gives way is kept. */
  public boolean keeps() {
    return suffix != null;
  }

  /** The same, keeping what gives way next to it, with a suffix to its name. */
  public Earlier withBackup(BytePath nameSuffix) {
    return new Earlier(nameSuffix, null, links);
  }

  /** The same, keeping what gives way in another folder of the same file system. */
  public Earlier withBackup(BytePath otherFolder, BytePath nameSuffix) {
    return new Earlier(nameSuffix, otherFolder, links);
  }

  /** The same, sharing files with these. */
  public Earlier withLinks(List<BytePath> replicas) {
    return new Earlier(suffix, folder, replicas);
  }
}
