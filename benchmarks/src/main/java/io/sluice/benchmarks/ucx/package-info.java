// SPDX-License-Identifier: Apache-2.0

/**
 * What the UCX transport costs and gains, next to Netty's epoll and NIO transports and next to raw
 * JUCX, which is the limit. Every contestant has a server process and a client process of its own;
 * {@link io.sluice.benchmarks.ucx.UcxBenchmark} starts them all, lets them take turns, one at a
 * time, and prints medians. A turn is a round of messages that go there and back, or one way.
 *
 * <p>The processes are {@link io.sluice.benchmarks.ucx.Peer}s: they take one command a line on
 * standard input and answer with one line on standard output.
 */
package io.sluice.benchmarks.ucx;
