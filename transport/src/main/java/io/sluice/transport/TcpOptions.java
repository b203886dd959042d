package io.sluice.transport;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.util.AttributeKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Sets a {@link SocketTuning} on the channels of Netty's native transports. Numbers are those of
 * Linux on x86-64 and AArch64, the architectures that Netty's natives are built for.
 *
 * <p>All of them are set on a listener rather than on what it accepts: Linux hands them down, and
 * window scale and segment size are agreed on before {@code accept} returns.
 */
final class TcpOptions {
  private static final int SOL_SOCKET = 1;
  private static final int IPPROTO_TCP = 6;

  /** {@code TCP_CA_NAME_MAX}; a shorter name ends at its first zero. */
  private static final int NAME_LENGTH = 16;

  /** Netty has it for connections only. */
  static final ChannelOption<Integer> SEND_BUFFER =
      new IntegerUnixChannelOption("SO_SNDBUF", SOL_SOCKET, 7);

  static final ChannelOption<Integer> BUSY_POLL =
      new IntegerUnixChannelOption("SO_BUSY_POLL", SOL_SOCKET, 46);

  static final ChannelOption<Integer> MAX_SEGMENT =
      new IntegerUnixChannelOption("TCP_MAXSEG", IPPROTO_TCP, 2);

  static final ChannelOption<Integer> USER_TIMEOUT =
      new IntegerUnixChannelOption("TCP_USER_TIMEOUT", IPPROTO_TCP, 18);

  static final ChannelOption<ByteBuffer> CONGESTION =
      new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, 13, NAME_LENGTH);

  /**
   * The congestion control that a channel asks for. It is no option of the bootstrap, because Netty
   * moves the position of a raw option's buffer when it sets it: a bootstrap that keeps the buffer
   * could make one connection only. {@link TcpEventLoopGroup} sets it as the channel is registered.
   */
  private static final AttributeKey<String> CONGESTION_NAME =
      AttributeKey.valueOf(TcpOptions.class, "congestion");

  private TcpOptions() {}

  static void set(Bootstrap bootstrap, SocketTuning tuning) {
    setAll(bootstrap, tuning);
    bootstrap.option(ChannelOption.TCP_NODELAY, true);
    bootstrap.option(ChannelOption.SO_KEEPALIVE, true);
  }

  static void set(ServerBootstrap bootstrap, SocketTuning tuning) {
    setAll(bootstrap, tuning);
    bootstrap.option(ChannelOption.SO_REUSEADDR, true);
    bootstrap.childOption(ChannelOption.TCP_NODELAY, true);
    bootstrap.childOption(ChannelOption.SO_KEEPALIVE, true);
  }

  private static void setAll(AbstractBootstrap<?, ?> bootstrap, SocketTuning tuning) {
    set(bootstrap, SEND_BUFFER, tuning.sendBuffer());
    set(bootstrap, ChannelOption.SO_RCVBUF, tuning.receiveBuffer());
    set(bootstrap, MAX_SEGMENT, tuning.maxSegment());
    set(bootstrap, BUSY_POLL, tuning.busyPollMicros());
    set(bootstrap, USER_TIMEOUT, tuning.userTimeoutMillis());
    if (!tuning.congestion().isEmpty()) {
      bootstrap.attr(CONGESTION_NAME, tuning.congestion());
    }
  }

  private static void set(
      AbstractBootstrap<?, ?> bootstrap, ChannelOption<Integer> option, int value) {
    if (value != 0) {
      bootstrap.option(option, value);
    }
  }

  /**
   * Sets the congestion control that the channel's bootstrap asked for.
   *
   * @throws ChannelException where the kernel has none of that name or reserves it
   */
  static void setCongestion(Channel channel) {
    if (!channel.hasAttr(CONGESTION_NAME)) {
      return;
    }
    String name = channel.attr(CONGESTION_NAME).get();
    ByteBuffer padded = ByteBuffer.allocate(NAME_LENGTH);
    padded.put(name.getBytes(StandardCharsets.US_ASCII)).rewind();
    try {
      channel.config().setOption(CONGESTION, padded);
    } catch (ChannelException e) {
      throw new ChannelException(
          "congestion control \""
              + name
              + "\" can't be used here; net.ipv4.tcp_allowed_congestion_control lists what can",
          e);
    }
  }

  /** The congestion control that a channel of a native transport has. */
  static String congestion(Channel channel) {
    ByteBuffer name = channel.config().getOption(CONGESTION);
    return StandardCharsets.US_ASCII.decode(name).toString().trim();
  }
}
