package io.sluice.transport.ucx;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.channel.unix.Socket;
import io.sluice.transport.SocketTuning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of a socket that services usually set, by the numbers that Linux gives them: {@link
 * ChannelOption}'s own and epoll's, so that a service may go on setting those.
 */
final class SocketOptions {
  private record Numbered(int level, int name, Class<?> type) {}

  private static final int SOL_IP = 0;
  private static final int SOL_SOCKET = 1;
  private static final int SOL_TCP = 6;

  private static final Map<ChannelOption<?>, Numbered> NUMBERS = new LinkedHashMap<>();

  static {
    NUMBERS.put(ChannelOption.SO_RCVBUF, new Numbered(SOL_SOCKET, 8, Integer.class));
    NUMBERS.put(ChannelOption.SO_SNDBUF, new Numbered(SOL_SOCKET, 7, Integer.class));
    NUMBERS.put(ChannelOption.SO_KEEPALIVE, new Numbered(SOL_SOCKET, 9, Boolean.class));
    NUMBERS.put(ChannelOption.SO_REUSEADDR, new Numbered(SOL_SOCKET, 2, Boolean.class));
    NUMBERS.put(EpollChannelOption.SO_REUSEPORT, new Numbered(SOL_SOCKET, 15, Boolean.class));
    NUMBERS.put(EpollChannelOption.SO_BUSY_POLL, new Numbered(SOL_SOCKET, 46, Integer.class));
    NUMBERS.put(ChannelOption.TCP_NODELAY, new Numbered(SOL_TCP, 1, Boolean.class));
    NUMBERS.put(EpollChannelOption.TCP_CORK, new Numbered(SOL_TCP, 3, Boolean.class));
    NUMBERS.put(EpollChannelOption.TCP_KEEPIDLE, new Numbered(SOL_TCP, 4, Integer.class));
    NUMBERS.put(EpollChannelOption.TCP_KEEPINTVL, new Numbered(SOL_TCP, 5, Integer.class));
    NUMBERS.put(EpollChannelOption.TCP_KEEPCNT, new Numbered(SOL_TCP, 6, Integer.class));
    NUMBERS.put(EpollChannelOption.TCP_DEFER_ACCEPT, new Numbered(SOL_TCP, 9, Integer.class));
    NUMBERS.put(EpollChannelOption.TCP_QUICKACK, new Numbered(SOL_TCP, 12, Boolean.class));
    NUMBERS.put(EpollChannelOption.TCP_USER_TIMEOUT, new Numbered(SOL_TCP, 18, Integer.class));
    NUMBERS.put(ChannelOption.TCP_FASTOPEN, new Numbered(SOL_TCP, 23, Integer.class));
    NUMBERS.put(EpollChannelOption.TCP_NOTSENT_LOWAT, new Numbered(SOL_TCP, 25, Long.class));
    NUMBERS.put(EpollChannelOption.IP_FREEBIND, new Numbered(SOL_IP, 15, Boolean.class));
    NUMBERS.put(EpollChannelOption.IP_TRANSPARENT, new Numbered(SOL_IP, 19, Boolean.class));
    NUMBERS.put(
        EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, new Numbered(SOL_IP, 24, Boolean.class));
  }

  /** {@code TCP_CA_NAME_MAX}; a shorter name ends at its first zero. */
  private static final int NAME_LENGTH = 16;

  private final Socket socket;

  SocketOptions(Socket socket) {
    this.socket = socket;
  }

  static ChannelOption<?>[] known() {
    return NUMBERS.keySet().toArray(new ChannelOption<?>[0]);
  }

  /** The option's value, or {@code null} where it is none of a socket. */
  @SuppressWarnings("unchecked")
  <T> T get(ChannelOption<T> option) {
    try {
      if (option.equals(ChannelOption.SO_LINGER)) {
        return (T) Integer.valueOf(socket.getSoLinger());
      }
      if (option.equals(ChannelOption.IP_TOS)) {
        return (T) Integer.valueOf(socket.getTrafficClass());
      }
      if (option instanceof IntegerUnixChannelOption number) {
        return (T) Integer.valueOf(socket.getIntOpt(number.level(), number.optname()));
      }
      if (option instanceof RawUnixChannelOption raw) {
        ByteBuffer value = ByteBuffer.allocate(raw.length());
        socket.getRawOpt(raw.level(), raw.optname(), value);
        return (T) value.flip();
      }
      Numbered number = NUMBERS.get(option);
      if (number == null) {
        return null;
      }
      int value = socket.getIntOpt(number.level, number.name);
      Object typed =
          number.type == Boolean.class
              ? (Object) (value != 0)
              : number.type == Long.class ? (Object) (value & 0xffffffffL) : (Object) value;
      return (T) typed;
    } catch (IOException e) {
      throw new ChannelException(e);
    }
  }

  /** Sets the option; false where it is none of a socket. */
  <T> boolean set(ChannelOption<T> option, T value) {
    try {
      if (option.equals(ChannelOption.SO_LINGER)) {
        socket.setSoLinger((Integer) value);
      } else if (option.equals(ChannelOption.IP_TOS)) {
        socket.setTrafficClass((Integer) value);
      } else if (option.equals(ChannelOption.SO_SNDBUF)) {
        socket.setSendBufferSize((Integer) value);
      } else if (option.equals(ChannelOption.SO_RCVBUF)) {
        socket.setReceiveBufferSize((Integer) value);
      } else if (option instanceof IntegerUnixChannelOption number) {
        socket.setIntOpt(number.level(), number.optname(), (Integer) value);
      } else if (option instanceof RawUnixChannelOption raw) {
        // A bootstrap keeps the buffer for its next connection.
        socket.setRawOpt(raw.level(), raw.optname(), ((ByteBuffer) value).duplicate());
      } else {
        Numbered number = NUMBERS.get(option);
        if (number == null) {
          return false;
        }
        int plain = value instanceof Boolean on ? (on ? 1 : 0) : ((Number) value).intValue();
        socket.setIntOpt(number.level, number.name, plain);
      }
      return true;
    } catch (IOException e) {
      throw new ChannelException(e);
    }
  }

  /** The options of a tuning, which a listener hands down to what it accepts. */
  static void tune(AbstractBootstrap<?, ?> bootstrap, SocketTuning tuning) {
    number(bootstrap, "SO_SNDBUF", SOL_SOCKET, 7, tuning.sendBuffer());
    number(bootstrap, "SO_RCVBUF", SOL_SOCKET, 8, tuning.receiveBuffer());
    number(bootstrap, "TCP_MAXSEG", SOL_TCP, 2, tuning.maxSegment());
    number(bootstrap, "SO_BUSY_POLL", SOL_SOCKET, 46, tuning.busyPollMicros());
    number(bootstrap, "TCP_USER_TIMEOUT", SOL_TCP, 18, tuning.userTimeoutMillis());
    if (!tuning.congestion().isEmpty()) {
      byte[] name = tuning.congestion().getBytes(StandardCharsets.US_ASCII);
      bootstrap.option(
          new RawUnixChannelOption("TCP_CONGESTION", SOL_TCP, 13, NAME_LENGTH),
          ByteBuffer.wrap(Arrays.copyOf(name, NAME_LENGTH)));
    }
  }

  private static void number(
      AbstractBootstrap<?, ?> bootstrap, String name, int level, int number, int value) {
    if (value != 0) {
      bootstrap.option(new IntegerUnixChannelOption(name, level, number), value);
    }
  }
}
