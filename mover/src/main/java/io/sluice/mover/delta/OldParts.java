package io.sluice.mover.delta;

import java.util.BitSet;

/**
 * Parts of a range that an older file had, and that are where they belong now.
 *
 * @param parts of the range
 * @param same a bit for each that was the same
 */
public record OldParts(Parts parts, BitSet same) {}
