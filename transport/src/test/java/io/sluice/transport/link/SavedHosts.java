package io.sluice.transport.link;

import java.nio.file.Path;

/** The sysfs and procfs trees below {@code src/test/resources/links}. */
public final class SavedHosts {
  private SavedHosts() {}

  public static Path root(String name) {
    return Path.of(System.getProperty("basedir", "."), "src/test/resources/links", name);
  }

  public static Links links(String name) {
    return Links.read(root(name));
  }

  /** The only link of that host. */
  public static Link link(String name) {
    Links links = links(name);
    if (links.all().size() != 1) {
      throw new AssertionError(name + " has " + links.all().size() + " links");
    }
    return links.all().get(0);
  }
}
