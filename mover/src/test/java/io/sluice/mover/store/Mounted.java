package io.sluice.mover.store;

import io.sluice.mover.fault.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a test's own, which is taken away at the end. Needs root. */
public final class Mounted implements AutoCloseable {
  private final Path folder;
  private final Path image;
  private final String type;
  private boolean mounted;

  private Mounted(Path folder, Path image, String type) {
    this.folder = folder;
    this.image = image;
    this.type = type;
  }

  /** One in memory, of that size. */
  public static Mounted tmpfs(String size) throws IOException {
    Needs.root();
    Mounted made = new Mounted(Files.createTempDirectory("sluice-mount"), null, "tmpfs");
    Needs.run("mount", "-t", "tmpfs", "-o", "size=" + size, "sluice-test", made.folder.toString());
    made.mounted = true;
    return made;
  }

  /** A fresh one on a loop device, {@code xfs} or {@code ext4}. */
  public static Mounted loop(String type) throws IOException {
    Needs.root();
    Needs.command("mkfs." + type, type.equals("xfs") ? "xfsprogs" : "e2fsprogs");
    Path image = Files.createTempFile("sluice-image", "." + type);
    Mounted made = new Mounted(Files.createTempDirectory("sluice-mount"), image, type);
    try {
      Needs.run("truncate", "-s", "320M", image.toString());
      Needs.run("mkfs." + type, "-q", image.toString());
      made.mount();
    } catch (IOException e) {
      made.close();
      throw e;
    }
    return made;
  }

  public Path folder() {
    return folder;
  }

  void mount() throws IOException {
    Needs.run("mount", "-t", type, "-o", "loop", image.toString(), folder.toString());
    mounted = true;
  }

  /** Mounts it again with other options. */
  void remount(String options) throws IOException {
    Needs.run("mount", "-o", "remount," + options, folder.toString());
  }

  /** What a power cut does: all that is only in memory is lost. */
  public void cutPower() throws IOException {
    Needs.run("xfs_io", "-x", "-c", "shutdown", folder.toString());
    unmount();
    awaitLoopGone();
    mount();
  }

  /**
   * Where something else still has the file system, such as a mount namespace that is just ending,
   * the next mount would get it as it is: dead.
   */
  private void awaitLoopGone() throws IOException {
    try {
      Await.until(
          "the loop device is gone",
          () -> Needs.run("losetup", "-j", image.toString()).length == 0);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private void unmount() throws IOException {
    Needs.run("umount", folder.toString());
    mounted = false;
  }

  @Override
  public void close() throws IOException {
    if (mounted) {
      Needs.run("umount", "-l", folder.toString());
    }
    Files.deleteIfExists(folder);
    if (image != null) {
      Files.deleteIfExists(image);
    }
  }
}
