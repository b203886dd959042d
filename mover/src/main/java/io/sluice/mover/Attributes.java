package io.sluice.mover;

/**
 * What is known of a file besides its bytes.
 *
 * @param type what kind of object it is
 * @param size bytes
 * @param mode permission bits with setuid, setgid and sticky: {@code 07777}
 * @param uid owner, or -1 where unknown
 * @param gid group, or -1 where unknown
 * @param modifiedSeconds time of the last change of content, seconds since 1970
 * @param modifiedNanos nanoseconds within that second
 * @param device of the file system, or 0 where there is none
 * @param inode number, or 0 where there is none
 */
public record Attributes(
    Type type,
    long size,
    int mode,
    int uid,
    int gid,
    long modifiedSeconds,
    int modifiedNanos,
    long device,
    long inode) {
  /** Kinds of file system objects. */
  public enum Type {
    FILE('f'),
    DIRECTORY('d'),
    LINK('l'),
    FIFO('p'),
    SOCKET('s'),
    CHARACTER_DEVICE('c'),
    BLOCK_DEVICE('b');

    private static final Type[] ALL = values();

    private final char letter;

    Type(char letter) {
      this.letter = letter;
    }

    /** Its letter, as in {@code find -type}; also its name on the wire. */
    public char letter() {
      return letter;
    }

    /** The type with that letter, or {@code null}. */
    public static Type of(int letter) {
      for (Type type : ALL) {
        if (type.letter == letter) {
          return type;
        }
      }
      return null;
    }
  }

  /** A plain file of {@code size} bytes with mode 0644, no owner and the time 0. */
  public static Attributes ofSize(long size) {
    return new Attributes(Type.FILE, size, 0644, -1, -1, 0, 0, 0, 0);
  }

  /** Whether size and nanosecond time are equal: the quick check for "the same content". */
  public boolean sameContentStamp(Attributes other) {
    return size == other.size
        && modifiedSeconds == other.modifiedSeconds
        && modifiedNanos == other.modifiedNanos;
  }
}
