// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/**
 * What a copy cost.
 *
 * @param start when the client's process was started, in seconds of the monotonic clock
 * @param end when it exited
 * @param cpuSeconds user and system time of both ends
 * @param peakKib the client's peak resident memory
 */
record Usage(double start, double end, double cpuSeconds, long peakKib) {
  double seconds() {
    return end - start;
  }

  Usage plusCpu(double more) {
    return new Usage(start, end, cpuSeconds + more, peakKib);
  }

  /** The same copy where it is over only when the other end's process is. */
  Usage until(Usage other) {
    return new Usage(start, Math.max(end, other.end), cpuSeconds + other.cpuSeconds, peakKib);
  }
}
