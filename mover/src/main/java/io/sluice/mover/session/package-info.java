/**
 * Sessions: one job between two peers, a control channel and data streams. The sender's side
 * ({@code Sender}, {@code ExtentQueue}, {@code SendStream}) and the receiver's ({@code Receiver},
 * {@code ReceiveStream}, {@code IncomingFile}) don't know who connected to whom; {@code
 * ClientSession} and {@code ServerSession} do.
 *
 * <p>Extents of all files wait in one queue, from which each stream takes the next when it has sent
 * the last: a slow stream never holds up a file. An extent stays the stream's until the receiver
 * has acknowledged it; a stream that breaks gives its extents back to the queue. The receiver lets
 * one stream at a time write to a range, and none write to a range that has landed, so that bytes
 * which arrive late on a stream that was given up can't undo what another stream brought.
 *
 * <p>Internal: an application uses {@code Mover} and {@code MoverServer}.
 */
package io.sluice.mover.session;
