package io.sluice.transport.ucx;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * What decides whether two processes can reach each other by UCX, and by which lane.
 *
 * @param ucxVersion libucp's exact version
 * @param jucxVersion JUCX's version
 * @param architecture {@code os.arch}
 * @param lanes bits of {@link Lane}
 * @param bootId the running kernel's {@code boot_id}
 * @param pidNamespace inode of {@code /proc/self/ns/pid}: shared memory and cross-memory attach go
 *     by process ids
 * @param sharedMemory device of {@code /dev/shm}
 * @param pid the process, as its namespace numbers it
 * @param startTime when it started, in clock ticks since boot: a pid comes again, both together
 *     don't
 * @param user the effective user: another one's memory can't be read
 */
record PeerFacts(
    String ucxVersion,
    String jucxVersion,
    String architecture,
    int lanes,
    String bootId,
    long pidNamespace,
    long sharedMemory,
    int pid,
    long startTime,
    int user) {
  private static final String JUCX = "1.18.1";

  /** Holds this process's facts, which do not change. */
  private static final class Own {
    private static final PeerFacts FACTS;

    static {
      try {
        FACTS = read();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** This process. */
  static PeerFacts own() {
    return Own.FACTS;
  }

  private static PeerFacts read() throws IOException {
    int pid = (int) ProcessHandle.current().pid();
    return new PeerFacts(
        UcxLibrary.version(),
        JUCX,
        System.getProperty("os.arch"),
        Lane.bits(Domain.usable()),
        Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim(),
        number("/proc/self/ns/pid", "unix:ino"),
        number("/dev/shm", "unix:dev"),
        pid,
        startTime(pid),
        (int) number("/proc/self", "unix:uid"));
  }

  private static long number(String file, String attribute) throws IOException {
    return ((Number) Files.getAttribute(Path.of(file), attribute)).longValue();
  }

  /** Field 22 of {@code /proc/PID/stat}; the command's name before it may hold spaces. */
  static long startTime(int pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 21);
    return Long.parseLong(fields[19]);
  }

  boolean isSameProcess(PeerFacts other) {
    return isSameHost(other) && pid == other.pid && startTime == other.startTime;
  }

  boolean isSameHost(PeerFacts other) {
    return bootId.equals(other.bootId) && pidNamespace == other.pidNamespace;
  }

  /**
   * The lane that both sides can use.
   *
   * @throws PrefaceException saying why there is none
   */
  Lane common(PeerFacts peer) throws PrefaceException {
    if (!architecture.equals(peer.architecture)) {
      throw new PrefaceException(
          Fallback.NO_UCX, "the peer's architecture is " + peer.architecture);
    }
    // Wire formats are only known to agree within a minor version.
    if (!minor(ucxVersion).equals(minor(peer.ucxVersion))) {
      throw new PrefaceException(
          Fallback.NO_UCX, "the peer has UCX " + peer.ucxVersion + " and this side " + ucxVersion);
    }
    Set<Lane> both = EnumSet.noneOf(Lane.class);
    for (Lane lane : Lane.values()) {
      if ((lanes & peer.lanes & lane.bit) != 0) {
        both.add(lane);
      }
    }
    if (both.contains(Lane.SHARED_MEMORY) && isSameHost(peer)) {
      if (sharedMemory == peer.sharedMemory && user == peer.user) {
        return Lane.SHARED_MEMORY;
      }
    }
    for (Lane lane : new Lane[] {Lane.RDMA, Lane.TCP_LANES}) {
      if (both.contains(lane)) {
        return lane;
      }
    }
    if (!isSameHost(peer)) {
      throw new PrefaceException(
          Fallback.NO_LANE, "no RDMA on both sides, and the peer is on another host");
    }
    throw new PrefaceException(
        Fallback.NO_LANE,
        user != peer.user
            ? "the peer on this host runs as another user"
            : "the two processes share no memory");
  }

  private static String minor(String version) {
    return version.substring(0, version.lastIndexOf('.'));
  }

  void writeTo(ByteBuf out) {
    text(out, ucxVersion);
    text(out, jucxVersion);
    text(out, architecture);
    out.writeInt(lanes);
    text(out, bootId);
    out.writeLong(pidNamespace).writeLong(sharedMemory);
    out.writeInt(pid).writeLong(startTime).writeInt(user);
  }

  static PeerFacts readFrom(ByteBuf in) throws PrefaceException {
    try {
      String ucx = text(in);
      if (!ucx.matches("\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}")) {
        throw new PrefaceException(Fallback.NO_UCX, "the peer's UCX version cannot be read");
      }
      return new PeerFacts(
          ucx,
          text(in),
          text(in),
          in.readInt(),
          text(in),
          in.readLong(),
          in.readLong(),
          in.readInt(),
          in.readLong(),
          in.readInt());
    } catch (IndexOutOfBoundsException e) {
      throw new PrefaceException(Fallback.NO_UCX, "the peer's facts are too short");
    }
  }

  private static void text(ByteBuf out, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    out.writeByte(bytes.length).writeBytes(bytes);
  }

  private static String text(ByteBuf in) {
    int length = in.readUnsignedByte();
    String value = in.toString(in.readerIndex(), length, StandardCharsets.US_ASCII);
    in.skipBytes(length);
    return value;
  }
}
