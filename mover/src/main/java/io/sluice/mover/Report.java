package io.sluice.mover;

import java.time.Duration;
import java.util.List;

/**
 * What a transfer did, when it is over: all that the command prints.
 *
 * @param transport name of the transport that carried it, or {@code "local"}
 * @param reason why that transport, as a clause
 * @param path what the bytes really travelled on
 * @param tuning the socket options that were chosen for the data streams, and why
 * @param bytes content bytes that are at the destination because of this transfer
 * @param wireBytes bytes written to and read from data streams, headers included
 * @param resumedBytes content bytes that an earlier session had landed and that were checked
 * @param duration from the call to the last file's completion
 * @param streams data streams that were used
 * @param rails addresses that data flowed over, with the bytes and the link of each
 * @param bottleneck where it waited
 * @param files files completed
 * @param skipped files that were left alone because an option said so
 * @param corruptExtents extents whose checksum did not match and that were sent again
 * @param retries times that a stream or the session had to reconnect
 * @param cpuSeconds processor time of this process during the transfer, user and system
 * @param warnings such as an owner that can't be set; they don't change the exit status
 * @param failures what went wrong; empty means that every byte asked for is there
 * @param tree entries by kind and by what was done, where a tree was moved
 */
public record Report(
    String transport,
    String reason,
    String path,
    String tuning,
    long bytes,
    long wireBytes,
    long resumedBytes,
    Duration duration,
    int streams,
    List<Rail> rails,
    Bottleneck bottleneck,
    long files,
    long skipped,
    long corruptExtents,
    long retries,
    double cpuSeconds,
    List<String> warnings,
    List<Failure> failures,
    TreeCounts tree) {

  /** A report of files, without a tree. */
  public Report(
      String transport,
      String reason,
      String path,
      String tuning,
      long bytes,
      long wireBytes,
      long resumedBytes,
      Duration duration,
      int streams,
      List<Rail> rails,
      Bottleneck bottleneck,
      long files,
      long skipped,
      long corruptExtents,
      long retries,
      double cpuSeconds,
      List<String> warnings,
      List<Failure> failures) {
    this(
        transport,
        reason,
        path,
        tuning,
        bytes,
        wireBytes,
        resumedBytes,
        duration,
        streams,
        rails,
        bottleneck,
        files,
        skipped,
        corruptExtents,
        retries,
        cpuSeconds,
        warnings,
        failures,
        TreeCounts.NONE);
  }

  /**
   * A pair of addresses that data flowed over.
   *
   * @param local this side's address
   * @param remote the other side's address
   * @param link this side's link in words, or empty where it is unknown
   * @param bitsPerSecond the slower side's data rate, or 0 where it is unknown
   * @param bytes content bytes that it carried
   */
  public record Rail(String local, String remote, String link, long bitsPerSecond, long bytes) {}

  /**
   * The stage that the others waited for.
   *
   * @param stage which
   * @param share part of the time that this stage was busy or blocked, 0 to 1
   * @param text for people: {@code "destination disk (writes took 81 % of the time)"}
   */
  public record Bottleneck(Stage stage, double share, String text) {}

  /** Stages of a copy. */
  public enum Stage {
    SOURCE("source disk"),
    NETWORK("network"),
    DESTINATION("destination disk"),
    CPU("processor"),
    LIMIT("rate limit"),
    SETUP("setting up");

    private final String label;

    Stage(String label) {
      this.label = label;
    }

    /** For people. */
    public String label() {
      return label;
    }
  }

  /** 0 where all is there, 1 for failures, 2 usage, 3 connection, 4 verification (4 before 1). */
  public int exitStatus() {
    int status = 0;
    for (Failure failure : failures) {
      int one =
          switch (failure.kind()) {
            case VANISHED, NOTICE -> 0;
            case USAGE -> 2;
            case CONNECT -> 3;
            case VERIFICATION -> 4;
            case CANCELLED -> 130;
            case FILE, CHANGED, SESSION -> 1;
          };
      status = status == 0 || one > status ? one : status;
    }
    return status;
  }

  /** Content bytes a second, without those that were resumed. */
  public double bytesPerSecond() {
    double seconds = duration.toNanos() / 1e9;
    return seconds <= 0 ? 0 : (bytes - resumedBytes) / seconds;
  }
}
