// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

/**
 * One measurement: messages of one size, back and forth or one way.
 *
 * @param pingPong whether each message is answered by one of the same size before the next goes out
 * @param size bytes of a message
 * @param count messages; one way only
 * @param millis for how long; back and forth only
 */
record Turn(boolean pingPong, int size, long count, long millis) {
  static Turn pingPong(int size, long millis) {
    return new Turn(true, size, 0, millis);
  }

  static Turn oneWay(int size, long bytes) {
    return new Turn(false, size, Math.max(1, bytes / size), 0);
  }

  /** As {@link #parse} reads it. */
  String line() {
    return pingPong + " " + size + " " + count + " " + millis;
  }

  static Turn parse(String[] words, int from) {
    return new Turn(
        Boolean.parseBoolean(words[from]),
        Integer.parseInt(words[from + 1]),
        Long.parseLong(words[from + 2]),
        Long.parseLong(words[from + 3]));
  }

  String title() {
    String unit =
        size < 1024 ? size + " B" : size < 1 << 20 ? (size >> 10) + " KiB" : (size >> 20) + " MiB";
    return (pingPong ? "round trip, " : "one way, ") + unit;
  }

  /**
   * What it gave.
   *
   * @param messages sent by the client
   * @param nanos from the first to the last acknowledged
   * @param allocated bytes of heap that the client's thread took meanwhile
   */
  record Outcome(long messages, long nanos, long allocated) {
    String line() {
      return messages + " " + nanos + " " + allocated;
    }

    static Outcome parse(String line) {
      String[] words = line.split(" ");
      return new Outcome(
          Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
  }
}
