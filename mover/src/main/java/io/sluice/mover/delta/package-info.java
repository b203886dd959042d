/**
 * What is the same on both sides of a transfer, and so need not travel. Nothing in here knows of
 * streams, sessions or files' names.
 *
 * <p>A receiver that holds an older file makes a {@link io.sluice.mover.delta.Basis} of it and
 * tells the sender a seed. The sender reads a range of the new file once and writes its {@link
 * io.sluice.mover.delta.Outline}: a hash of each block of 16 KiB at its place, or of each piece
 * that the content itself cuts out, which may have been anywhere. The basis answers with the {@link
 * io.sluice.mover.delta.OldParts} that it has, and has put them where they belong by then. The rest
 * travels as any extent does.
 *
 * <p>Hashes of blocks are fast and not cryptographic: they are seeded for each file, so that
 * content which collides can't be made beforehand, and {@link io.sluice.mover.delta.ContentSum}
 * checks the whole file at the end, out of the sums of its parts and without reading it again. What
 * an interrupted transfer left is believed by {@link io.sluice.mover.delta.ExtentHash}, which is
 * SHA-256, because no sum of the whole follows there.
 *
 * <p>Internal: an application uses {@code Mover}.
 */
package io.sluice.mover.delta;
