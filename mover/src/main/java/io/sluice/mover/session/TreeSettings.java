package io.sluice.mover.session;

import io.sluice.mover.SyncOptions;

/**
 * How a tree is received.
 *
 * @param options the user's
 * @param itemise whether the paths of what is deleted are told
 */
record TreeSettings(SyncOptions options, boolean itemise) {}
