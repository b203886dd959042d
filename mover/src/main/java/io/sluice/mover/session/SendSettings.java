package io.sluice.mover.session;

/**
 * How a sender sends.
 *
 * @param extent bytes an extent
 * @param limit content bytes a second, or 0
 * @param zeroCopy whether the kernel sends files itself
 * @param timeoutNanos without progress, after which a stream is given up
 */
record SendSettings(int extent, long limit, boolean zeroCopy, long timeoutNanos) {}
