/**
 * Reaches a host on which no daemon runs, by ssh.
 *
 * <p>{@link io.sluice.mover.ssh.SshServer} starts {@code ssh host mover serve --stdio} and writes a
 * one-time token to its standard input. The other side, {@link io.sluice.mover.ssh.StdioServer},
 * starts a server with that token on a port that the kernel chooses, prints one line {@code
 * SLUICE/1 …} with the port and its host's addresses, and lives as long as its standard input. Then
 * the session goes over TCP between the two hosts, past ssh, as with a daemon.
 *
 * <p>Where no address of the other host can be reached, the connections are carried over the
 * standard input and output of the same ssh by {@link io.sluice.mover.ssh.Multiplexer}. Port
 * forwarding ({@code ssh -W}, {@code -L}) would do that too, but needs an authentication for each
 * connection, is often switched off at the server, and is unknown to what stands in for ssh.
 *
 * <p>{@link io.sluice.mover.ssh.HostReach} is how a transfer finds its server; {@link
 * io.sluice.mover.ssh.Route} is the rule by which it takes a daemon or this way.
 */
package io.sluice.mover.ssh;
