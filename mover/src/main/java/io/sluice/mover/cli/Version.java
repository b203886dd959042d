package io.sluice.mover.cli;

/** Which Sluice this is. */
final class Version {
  private Version() {}

  /** {@code mover 0.1.0 (Java 17.0.15)}. */
  static String line() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "mover "
        + (version == null ? "(not packaged)" : version)
        + " (Java "
        + System.getProperty("java.version")
        + ")";
  }
}
