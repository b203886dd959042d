package io.sluice.mover.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.mover.wire.Frame;
import io.sluice.mover.wire.FrameReader;

/** What a side does in a session: it sends or it receives. */
interface Role {
  /** A frame of the control channel that is this role's; on the control channel's event loop. */
  void frame(Frame frame, ByteBuf payload);

  /** A data stream has joined; on the stream's event loop. */
  void attach(int number, Channel channel, FrameReader reader, Landing landing);

  /** Looks for streams that make no progress; on the control channel's event loop. */
  void watch(long now);

  /** The session is over or lost: lets go of everything. What has landed stays. Any thread. */
  void close();
}
