/**
 * What the kernel says about the network of this host.
 *
 * <p>{@link io.sluice.transport.link.Links#here()} reads every interface once and gives a {@link
 * io.sluice.transport.link.Link} for each: its kind, MTU and speed; for an InfiniBand or RoCE card
 * the RDMA {@link io.sluice.transport.link.Port} behind it; and the PCIe {@link
 * io.sluice.transport.link.Slot} the card sits in, because a 40 Gb/s card in a slot of 16 Gb/s is a
 * 16 Gb/s card. {@link io.sluice.transport.link.SocketLimits} holds the sysctls that bound a TCP
 * socket, and {@link io.sluice.transport.link.PathFacts} what a live connection has measured.
 *
 * <p>Three rules hold for all of them:
 *
 * <ul>
 *   <li>What the kernel does not say, or says in words that are not known here, is empty. Nothing
 *       is guessed from a name or a driver.
 *   <li>A value is a picture of one moment; read again for the next.
 *   <li>All reading happens below a root folder. With {@code /} that is this host; with another
 *       folder it is whatever {@code sys} and {@code proc} trees were saved there, for instance
 *       those that a user sent from a machine that is slow.
 * </ul>
 *
 * <p>Where the formulas come from: PCIe bandwidth is computed as {@code drivers/pci/pci.h} of Linux
 * does for the line it prints at boot; port rates are the words that {@code
 * drivers/infiniband/core/sysfs.c} prints; files below {@code /sys/class/net} are described in
 * {@code Documentation/ABI/testing/sysfs-class-net} and those of RDMA ports in {@code
 * sysfs-class-infiniband}.
 */
package io.sluice.transport.link;
