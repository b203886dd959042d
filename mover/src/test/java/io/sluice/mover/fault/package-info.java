/**
 * What tests break things with, each a real cause: a relay that flips bits, a process that is
 * killed, a disk that is full, a network of its own.
 */
package io.sluice.mover.fault;
