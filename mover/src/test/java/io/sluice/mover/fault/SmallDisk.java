package io.sluice.mover.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory that is soon full. Needs root; closing unmounts and removes it. */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts one of so many bytes. */
  public static SmallDisk of(long bytes) throws IOException {
    Needs.root();
    Path folder = Files.createTempDirectory("sluice-small-disk");
    Shell.run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", folder.toString());
    return new SmallDisk(folder);
  }

  /** Where it is mounted. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    Shell.run("umount", "-l", folder.toString());
    Files.delete(folder);
  }
}
