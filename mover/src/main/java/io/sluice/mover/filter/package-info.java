/**
 * Which entries of a tree take part. {@link io.sluice.mover.filter.Rules} are rsync's include and
 * exclude patterns, {@link io.sluice.mover.filter.FileList} names entries one by one, {@link
 * io.sluice.mover.filter.Sizes} bounds the size of files; a {@link
 * io.sluice.mover.filter.Selection} is all three, and can be written down for the peer: both sides
 * have to come to the same result, because what is left out must not be deleted at the destination
 * for want of a source. An application may bring a {@link io.sluice.mover.filter.Filter} of its
 * own.
 *
 * <p>Paths are bytes, relative to the tree's root, without a slash at either end.
 */
package io.sluice.mover.filter;
