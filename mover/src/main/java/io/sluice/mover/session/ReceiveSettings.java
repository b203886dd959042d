package io.sluice.mover.session;

/**
 * How a receiver receives.
 *
 * @param extent bytes an extent
 * @param durable whether a file is synced before it counts as complete
 * @param noClobber whether files that exist are left alone
 * @param update whether files that are not older than their source are left alone
 * @param sameHost whether the sender runs on this system, so that inode numbers can be compared
 * @param again whether this session goes on with one that was lost
 * @param timeoutNanos without progress, after which a stream is given up
 */
record ReceiveSettings(
    int extent,
    boolean durable,
    boolean noClobber,
    boolean update,
    boolean sameHost,
    boolean again,
    long timeoutNanos) {}
