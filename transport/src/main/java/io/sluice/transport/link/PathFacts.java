package io.sluice.transport.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.channel.uring.IoUringTcpInfo;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What a TCP connection has learnt about its path: the kernel's {@code TCP_INFO} at one moment.
 *
 * @param roundTrip smoothed round trip time, in microseconds' precision
 * @param maxSegment payload bytes that it puts into a segment
 * @param pathMtu the path's MTU in bytes, as far as it was found
 * @param congestionWindow segments that may be on their way
 * @param retransmits segments sent again since the connection was made
 */
public record PathFacts(
    Duration roundTrip, long maxSegment, long pathMtu, long congestionWindow, long retransmits) {

  /**
   * Asks the kernel about a connection. One system call; any thread.
   *
   * @return empty for a channel that is closed, is no TCP socket, or is one of {@code nio}, which
   *     Java does not let ask
   */
  public static Optional<PathFacts> of(Channel channel) {
    if (!channel.isActive()) {
      return Optional.empty();
    }
    try {
      if (channel instanceof EpollSocketChannel epoll) {
        EpollTcpInfo info = epoll.tcpInfo();
        return Optional.of(
            facts(info.rtt(), info.sndMss(), info.pmtu(), info.sndCwnd(), info.totalRetrans()));
      }
      if (channel instanceof IoUringSocketChannel uring) {
        IoUringTcpInfo info = uring.tcpInfo();
        return Optional.of(
            facts(info.rtt(), info.sndMss(), info.pmtu(), info.sndCwnd(), info.totalRetrans()));
      }
    } catch (ChannelException closedMeanwhile) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static PathFacts facts(long micros, long mss, long mtu, long window, long again) {
    return new PathFacts(Duration.ofNanos(micros * 1000), mss, mtu, window, again);
  }

  /** {@code round trip 0.042 ms, path MTU 65520, segment 65468, window 10, 0 sent again}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "round trip %.3f ms, path MTU %d, segment %d, window %d, %d sent again",
        roundTrip.toNanos() / 1e6,
        pathMtu,
        maxSegment,
        congestionWindow,
        retransmits);
  }
}
