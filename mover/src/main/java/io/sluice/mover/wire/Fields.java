package io.sluice.mover.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields that payloads are made of: integers of fixed size, and byte strings behind a length of
 * 4 bytes. Reading checks each length against what is there before it sizes anything.
 */
public final class Fields {
  private Fields() {}

  /** Thrown where a payload is not what its type says. */
  public static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedException(String message) {
      super(message);
    }
  }

  /** Bytes of a path: in a tree that is 2,000 folders deep it may be far longer than PATH_MAX. */
  private static final int MOST_PATH = 1 << 20;

  /** A list may not claim more elements than this. */
  private static final int MOST = 1 << 20;

  public static void putBytes(ByteBuf out, byte[] bytes) {
    out.writeInt(bytes.length);
    out.writeBytes(bytes);
  }

  public static byte[] bytes(ByteBuf in, int most) {
    int length = integer(in);
    if (length < 0 || length > most || length > in.readableBytes()) {
      throw new MalformedException("a field claims " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  public static void putText(ByteBuf out, String text) {
    putBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  public static String text(ByteBuf in, int most) {
    return new String(bytes(in, most), StandardCharsets.UTF_8);
  }

  public static void putPath(ByteBuf out, BytePath path) {
    putBytes(out, path.bytes());
  }

  public static BytePath path(ByteBuf in) {
    try {
      return BytePath.wrap(bytes(in, MOST_PATH));
    } catch (IllegalArgumentException e) {
      throw new MalformedException("a path holds a NUL byte");
    }
  }

  public static void putPaths(ByteBuf out, List<BytePath> paths) {
    out.writeInt(paths.size());
    for (BytePath path : paths) {
      putPath(out, path);
    }
  }

  public static List<BytePath> paths(ByteBuf in) {
    int count = count(in, 4);
    List<BytePath> paths = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      paths.add(path(in));
    }
    return paths;
  }

  public static void putTexts(ByteBuf out, List<String> texts) {
    out.writeInt(texts.size());
    for (String text : texts) {
      putText(out, text);
    }
  }

  public static List<String> texts(ByteBuf in, int most) {
    int count = count(in, 4);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(text(in, most));
    }
    return texts;
  }

  /**
   * A number of elements, each of at least {@code size} bytes: a count that the payload can't hold
   * is refused before a list is sized by it.
   */
  public static int count(ByteBuf in, int size) {
    int count = integer(in);
    if (count < 0 || count > MOST || (long) count * size > in.readableBytes()) {
      throw new MalformedException("a list claims " + count + " elements");
    }
    return count;
  }

  public static int integer(ByteBuf in) {
    need(in, 4);
    return in.readInt();
  }

  public static long number(ByteBuf in) {
    need(in, 8);
    return in.readLong();
  }

  public static int octet(ByteBuf in) {
    need(in, 1);
    return in.readUnsignedByte();
  }

  public static boolean flag(ByteBuf in) {
    return octet(in) != 0;
  }

  public static void putAttributes(ByteBuf out, Attributes a) {
    out.writeByte(a.type().letter());
    out.writeLong(a.size());
    out.writeInt(a.mode());
    out.writeInt(a.uid());
    out.writeInt(a.gid());
    out.writeLong(a.modifiedSeconds());
    out.writeInt(a.modifiedNanos());
    out.writeLong(a.device());
    out.writeLong(a.inode());
  }

  public static Attributes attributes(ByteBuf in) {
    Attributes.Type type = Attributes.Type.of(octet(in));
    if (type == null) {
      throw new MalformedException("an entry is of an unknown type");
    }
    long size = number(in);
    int mode = integer(in);
    int uid = integer(in);
    int gid = integer(in);
    long seconds = number(in);
    int nanos = integer(in);
    if (size < 0 || nanos < 0 || nanos > 999_999_999 || (mode & ~07777) != 0) {
      throw new MalformedException("an entry's attributes are out of range");
    }
    return new Attributes(type, size, mode, uid, gid, seconds, nanos, number(in), number(in));
  }

  private static void need(ByteBuf in, int bytes) {
    if (in.readableBytes() < bytes) {
      throw new MalformedException("a payload ends in the middle of a field");
    }
  }
}
