/**
 * Which addresses data flows over.
 *
 * <p>A user names a host; that name often leads to a slow management network, while the two hosts
 * also share a fast one. So each side lists its addresses with their links ({@link
 * io.sluice.mover.rail.HostAddress}), and {@link io.sluice.mover.rail.Rails} pairs the two lists:
 * addresses of one subnet, the fastest first, several equally fast ones side by side, the address
 * that the user named last. A public address ({@link io.sluice.mover.rail.AddressScope}) carries
 * data only where the user named it. The choice is plain arithmetic over values; what really
 * connects is found out by the session, which tells {@code Rails} what failed.
 */
package io.sluice.mover.rail;
