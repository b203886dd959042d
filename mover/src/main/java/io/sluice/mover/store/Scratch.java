package io.sluice.mover.store;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.sluice.mover.BytePath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A thread's native memory for the arguments and results of system calls, so that a call allocates
 * nothing: room for two paths, a structure or two, and a block of data. What a call leaves here is
 * valid until the thread's next call.
 */
final class Scratch {
  /** Longest path that the kernel takes, its NUL included. */
  static final int PATH_MAX = 4096;

  /** Bytes of the data block: the longest value of an extended attribute. */
  static final int BLOCK = 64 << 10;

  private static final int STRUCTURE = 0;
  private static final int FIRST = 512;
  private static final int SECOND = FIRST + PATH_MAX;
  private static final int DATA = SECOND + PATH_MAX;

  private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);

  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(DATA + BLOCK).order(ByteOrder.nativeOrder());
  private final long address = addressOf(memory);

  private Scratch() {}

  /** The calling thread's. */
  static Scratch own() {
    return OWN.get();
  }

  /** Address of a direct buffer's first byte, whatever its position. */
  static long addressOf(ByteBuffer direct) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
  }

  /** Whether the kernel would take a path of that many bytes. */
  static boolean fits(byte[] path) {
    return path.length < PATH_MAX;
  }

  /** Copies a path, ended by NUL, to the first place for paths. */
  long first(byte[] path) {
    return put(FIRST, path);
  }

  /** The same. */
  long first(BytePath path) {
    path.copyTo(memory, FIRST);
    memory.put(FIRST + path.length(), (byte) 0);
    return address + FIRST;
  }

  /** Copies a path, ended by NUL, to the second place for paths. */
  long second(byte[] path) {
    return put(SECOND, path);
  }

  private long put(int at, byte[] path) {
    memory.put(at, path);
    memory.put(at + path.length, (byte) 0);
    return address + at;
  }

  /** Address of 512 bytes for structures. */
  long structure() {
    return address + STRUCTURE;
  }

  /** Address of the data block. */
  long block() {
    return address + DATA;
  }

  Scratch putLong(int offset, long value) {
    memory.putLong(STRUCTURE + offset, value);
    return this;
  }

  Scratch putInt(int offset, int value) {
    memory.putInt(STRUCTURE + offset, value);
    return this;
  }

  long getLong(int offset) {
    return memory.getLong(STRUCTURE + offset);
  }

  int getInt(int offset) {
    return memory.getInt(STRUCTURE + offset);
  }

  int getUnsignedShort(int offset) {
    return memory.getShort(STRUCTURE + offset) & 0xffff;
  }

  /** A copy of the data block's first bytes. */
  byte[] blockBytes(int length) {
    byte[] copy = new byte[length];
    memory.get(DATA, copy);
    return copy;
  }

  /** Fills the data block's beginning. */
  long putBlock(byte[] bytes, int offset, int length) {
    memory.put(DATA, bytes, offset, length);
    return block();
  }

  /** Fills the data block's beginning from a buffer's position, which moves. */
  int putBlock(ByteBuffer from) {
    int length = Math.min(from.remaining(), BLOCK);
    memory.put(DATA, from, from.position(), length);
    return length;
  }

  /** Copies the data block's first bytes to a buffer, whose position moves. */
  void getBlock(ByteBuffer into, int length) {
    into.put(into.position(), memory, DATA, length);
    into.position(into.position() + length);
  }
}
