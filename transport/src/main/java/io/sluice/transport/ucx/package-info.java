/**
 * Netty channels over UCX: RDMA or shared memory where both ends can and may, TCP else.
 *
 * <p><b>Joining.</b> A channel is a TCP connection that is upgraded, as SMC-R does in the kernel.
 * {@link io.sluice.transport.ucx.Preface} is the talk that decides it: bounded messages in which
 * both sides give their versions and host, prove the service's key, tell their worker's address,
 * and send a probe over UCX and back. Only then does the client say SWITCH, and from there on no
 * byte of the stream goes over TCP. Whatever does not fit ends in plain TCP with a reason. Before
 * the proof nothing of the peer's reaches UCX, because a worker address with one wrong byte ends
 * the process; nobody listens for UCX connections, because a stray byte there does the same.
 *
 * <p><b>Carrying.</b> Each event loop ({@link io.sluice.transport.ucx.UcxIoHandler}) has one {@link
 * io.sluice.transport.ucx.UcxWorker} for each kind of {@link io.sluice.transport.ucx.Lane}, and one
 * {@link io.sluice.transport.ucx.PeerEndpoint} for each worker of a peer, shared by all channels
 * between the two. A channel's stream is {@link io.sluice.transport.ucx.UcxPath} with its halves:
 * {@link io.sluice.transport.ucx.Outbound} numbers frames and keeps to the peer's credit; {@link
 * io.sluice.transport.ucx.Inbound} puts them in order and grants credit as the channel reads. Small
 * messages are copied, many into one eager frame; a large one is a rendezvous: the peer fetches it
 * from where it is, over shared memory with one copy in all.
 *
 * <pre>
 * frame     32-byte header (see {@link io.sluice.transport.ucx.Frame}), then the payload
 * DATA      eager payload, 1 to 8128 bytes                      numbered
 * BULK      rendezvous of 1 byte to 1 MiB                       numbered
 * FIN       the sender's stream ends here                       numbered
 * FIN_ACK   every byte before the FIN is in the sender's memory
 * CREDIT    nothing but the limits that every frame carries
 * PROBE, PROBE_ACK   the path's proof
 * BYE       the sender's worker is about to be closed
 * </pre>
 *
 * <p>Credit is a pair of totals that only grow: bytes and numbered frames that the other side may
 * have sent since the stream began. They are idempotent, so frames that carry them may come in any
 * order. One frame is kept for the FIN. A frame beyond the credit, out of the window, or of a
 * length that is not what UCX says is the end of the channel.
 *
 * <p><b>Ending.</b> A path is PROVING, OPEN, LINGERING, ENDED:
 *
 * <pre>
 * PROVING    only probes pass            -&gt; OPEN on SWITCH, ENDED on anything else
 * OPEN       carries the channel         -&gt; LINGERING when the channel is closed
 * LINGERING  the FIN is not acknowledged -&gt; ENDED on FIN_ACK, on the peer's end, after 30 s
 * ENDED      the TCP connection is closed; frames that still come are strays
 * </pre>
 *
 * <p>The TCP connection stays beneath: its end without a FIN before is the peer's death. UCX can't
 * tell: over shared memory a rendezvous to a dead peer never completes. The memory of such an
 * operation is released when a pidfd says that the peer's process is gone, and the worker, which
 * UCX may still be at work with, is replaced: it takes no new streams and is closed with its last.
 *
 * <p><b>Settings.</b> Channel options are in {@link io.sluice.transport.ucx.UcxChannelOption}.
 * System properties, all beginning with {@code io.sluice.transport.ucx.}: {@code spin} ({@code
 * adaptive}, {@code always}, {@code never}), {@code trusted}, {@code lanes}, {@code rdma=force},
 * {@code window} and {@code frames} (credit of each stream: 4 MiB, 512), {@code pool}. UCX's own
 * {@code UCX_*} variables are respected, except that those which a JVM does not survive are given a
 * safe value where the user set none.
 */
package io.sluice.transport.ucx;
