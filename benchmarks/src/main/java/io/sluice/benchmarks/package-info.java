// SPDX-License-Identifier: Apache-2.0
/**
 * The side-by-side runs: how fast Sluice moves bytes, next to what others do on the same machine in
 * the same minutes.
 *
 * <p>A figure of its own says little on a shared or virtual machine, so nothing here is judged by
 * one. Every tool takes its turn in each round ({@link io.sluice.benchmarks.Rounds}), medians of
 * the rounds are compared, and the floors that {@code --check} holds are ratios against the bare C
 * loop ({@code wirelimit.c}) and the other tools of the same run. What is left to constants
 * (start-up, a small copy, the heap) is far above what a loaded machine adds.
 *
 * <p>How it is laid out: a {@link io.sluice.benchmarks.Lab} owns everything that must be gone
 * afterwards (files on tmpfs, namespaces, processes), also on Ctrl-C. A {@link
 * io.sluice.benchmarks.Network} is two {@link io.sluice.benchmarks.Host}s, joined by loopback or by
 * a veth pair. A {@link io.sluice.benchmarks.Tool} knows how to start its daemon on one host and
 * its client on the other. CPU seconds are those of both ends: the client's from {@code wait4}, by
 * a small C program ({@code meter.c}), the daemon's from {@code /proc}, its children included.
 *
 * <p>{@code bin/bench} starts it. It uses nothing but the JDK and the programs that it measures.
 */
package io.sluice.benchmarks;
