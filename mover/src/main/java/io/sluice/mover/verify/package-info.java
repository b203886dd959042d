/**
 * Compares two trees, or two files: content, metadata, links, attributes. It writes nothing. A
 * {@link io.sluice.mover.verify.Comparison} walks the first side by several threads and looks at
 * the second by name; contents are read on a pool of their own. What it keeps in memory is the
 * names of the folders that are being walked, and the files that have several names.
 */
package io.sluice.mover.verify;
