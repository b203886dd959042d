// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

/** The benchmark can not go on; the message is for people. */
final class BenchmarkException extends RuntimeException {
  BenchmarkException(String message) {
    super(message);
  }

  BenchmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
