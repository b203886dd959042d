/** The wire format: frames, their fields, the hello and the proof. See docs/protocol.md. */
package io.sluice.mover.wire;
