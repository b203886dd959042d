package io.sluice.transport.ucx;

import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;

/** What carries the bytes of a channel at the moment. On the loop's thread. */
interface Path {
  /** What it is, for people. */
  String description();

  /** The user wants to read. */
  void readWanted() throws IOException;

  /** Takes flushed messages out of {@code in} as far as there is room. */
  void write(ChannelOutboundBuffer in) throws Exception;

  /** No more bytes will be written: tells the peer behind those that were. */
  void shutdownOutput() throws IOException;

  /** No more bytes will be read. */
  void shutdownInput() throws IOException;

  /** The socket has these of epoll's events. */
  void socketReady(int events);

  /** The channel is closed. Ends the path and the socket, at once or when the peer has all. */
  void close() throws IOException;
}
