// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/**
 * What a copy cost.
 *
 * @param seconds from the start of the client's process to its exit
 * @param cpuSeconds user and system time of both ends
 * @param peakKib the client's peak resident memory
 */
record Usage(double seconds, double cpuSeconds, long peakKib) {
  Usage plusCpu(double more) {
    return new Usage(seconds, cpuSeconds + more, peakKib);
  }
}
