package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * What a peer says first.
 *
 * @param major version of the protocol; another one can't be talked to
 * @param minor version of the protocol; the lower of both holds
 * @param features bits: see the constants
 * @param nonce 32 random bytes, so that no proof is ever valid twice
 * @param session the session that a data stream belongs to; 16 bytes, zero in a control channel's
 *     first hello, chosen by the server in its answer
 * @param stream 0 for the control channel, else the stream's number
 * @param host identity of the running system (its boot id), to know when both ends are one
 * @param software name and version, for messages
 * @param addresses this side's addresses with their links, for rails
 */
@SuppressWarnings("ArrayRecordComponent") // fixed sizes, never changed after
public record Hello(
    int major,
    int minor,
    long features,
    byte[] nonce,
    byte[] session,
    int stream,
    String host,
    String software,
    List<Address> addresses) {

  /** The version spoken here. */
  public static final int MAJOR = 1;

  /** The version spoken here. */
  public static final int MINOR = 0;

  /** Feature: TLS follows the hellos. Reserved; never set by this version. */
  public static final long TLS = 1;

  /**
   * Feature, of a server: its data streams may leave TCP, by the key of {@code Upgrade}, for a
   * client whose transport is of the same kind.
   */
  public static final long UPGRADES = 2;

  /** Bytes of a session's id. */
  public static final int SESSION = 16;

  private static final byte[] MAGIC = {'S', 'L', 'U', 'I', 'C', 'E', '/', '1'};
  private static final int NONCE = 32;

  /**
   * One of a side's addresses.
   *
   * @param address numeric
   * @param port that it listens on, or 0
   * @param prefix bits of the network
   * @param bitsPerSecond what the link carries, or 0 where unknown
   * @param link the link in words
   */
  public record Address(String address, int port, int prefix, long bitsPerSecond, String link) {}

  /** Writes the payload of a {@link Type#HELLO}. */
  public void write(ByteBuf out) {
    out.writeBytes(MAGIC);
    out.writeShort(major);
    out.writeShort(minor);
    out.writeLong(features);
    out.writeBytes(nonce);
    out.writeBytes(session);
    out.writeInt(stream);
    Fields.putText(out, host);
    Fields.putText(out, software);
    out.writeInt(addresses.size());
    for (Address address : addresses) {
      Fields.putText(out, address.address);
      out.writeShort(address.port);
      out.writeShort(address.prefix);
      out.writeLong(address.bitsPerSecond);
      Fields.putText(out, address.link);
    }
  }

  /**
   * Reads one.
   *
   * @throws Fields.MalformedException where the bytes are no hello
   */
  public static Hello read(ByteBuf in) {
    if (in.readableBytes() < MAGIC.length + 12 + NONCE + SESSION + 4) {
      throw new Fields.MalformedException("the hello is too short");
    }
    for (byte expected : MAGIC) {
      if (in.readByte() != expected) {
        throw new Fields.MalformedException("the peer does not speak SLUICE/1");
      }
    }
    int major = in.readUnsignedShort();
    int minor = in.readUnsignedShort();
    long features = in.readLong();
    byte[] nonce = new byte[NONCE];
    in.readBytes(nonce);
    byte[] session = new byte[SESSION];
    in.readBytes(session);
    int stream = in.readInt();
    String host = Fields.text(in, 128);
    String software = Fields.text(in, 128);
    int count = Fields.count(in, 20);
    List<Address> addresses = new java.util.ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      String address = Fields.text(in, 64);
      if (in.readableBytes() < 12) {
        throw new Fields.MalformedException("an address ends early");
      }
      addresses.add(
          new Address(
              address,
              in.readUnsignedShort(),
              in.readUnsignedShort(),
              in.readLong(),
              Fields.text(in, 256)));
    }
    return new Hello(major, minor, features, nonce, session, stream, host, software, addresses);
  }
}
