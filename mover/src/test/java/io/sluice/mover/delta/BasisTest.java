package io.sluice.mover.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.mover.wire.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class BasisTest {
  private static final int MOST = 300_000;

  @Property(tries = 200)
  void whatIsSaidToBeTheSameIsWhereItBelongsAndNothingElseIsWritten(
      @ForAll @IntRange(min = 1, max = MOST) int size,
      @ForAll boolean searched,
      @ForAll Random random)
      throws IOException {
    byte[] older = bytes(size, random);
    byte[] newer = mutated(older, random);
    MemorySink sink = new MemorySink(older, newer.length, searched);
    try (Basis basis = Basis.of(sink, random.nextLong() >>> 1)) {
      int offset = random.nextInt(newer.length);
      int length = newer.length - offset;
      ByteBuf outline = Unpooled.buffer();
      Parts parts = outline(newer, basis, offset, length, outline);
      OldParts old = basis.compare(offset, length, outline, buffer(random));

      assertThat(old.parts().ends()).isEqualTo(parts.ends());
      int bytes = 0;
      for (int i = old.same().nextSetBit(0); i >= 0; i = old.same().nextSetBit(i + 1)) {
        int from = offset + parts.start(i);
        int to = from + parts.length(i);
        assertThat(Arrays.equals(sink.fresh, from, to, newer, from, to)).isTrue();
        assertThat(old.parts().sums()[i])
            .isEqualTo(parts.sums()[i])
            .isEqualTo(sum(newer, from, to));
        bytes += to - from;
      }
      assertThat(sink.written.cardinality()).isEqualTo(bytes);
    }
  }

  @Property(tries = 50)
  void allOfAFileThatDidNotChangeIsTheSame(
      @ForAll @IntRange(min = 1, max = MOST) int size,
      @ForAll boolean searched,
      @ForAll Random random)
      throws IOException {
    byte[] content = bytes(size, random);
    MemorySink sink = new MemorySink(content, size, searched);
    try (Basis basis = Basis.of(sink, 1)) {
      ByteBuf outline = Unpooled.buffer();
      Parts parts = outline(content, basis, 0, size, outline);
      OldParts old = basis.compare(0, size, outline, buffer(random));
      assertThat(old.same().cardinality()).isEqualTo(parts.count());
    }
    assertThat(sink.fresh).isEqualTo(content);
  }

  @Property(tries = 50)
  void contentThatWasShiftedIsFoundWhereItIsSearched(@ForAll Random random) throws IOException {
    byte[] older = bytes(MOST, random);
    byte[] newer = new byte[MOST + 5];
    System.arraycopy(older, 0, newer, 5, MOST);
    MemorySink sink = new MemorySink(older, newer.length, true);
    try (Basis basis = Basis.of(sink, 1)) {
      ByteBuf outline = Unpooled.buffer();
      outline(newer, basis, 0, newer.length, outline);
      basis.compare(0, newer.length, outline, buffer(random));
    }
    // All but the first piece, which has the new bytes, and it is no longer than four averages.
    assertThat(sink.written.cardinality()).isGreaterThan(MOST - 2 * 4 * 8192);
  }

  @Example
  void anOlderFileThatCannotBeReadIsNoReasonNotToReplaceIt() throws IOException {
    byte[] older = older();
    MemorySink sink = new MemorySink(older, older.length, true);
    sink.unreadable = true;
    try (Basis basis = Basis.of(sink, 1)) {
      assertThat(basis.average()).isZero();
      ByteBuf outline = Unpooled.buffer();
      outline(older, basis, 0, older.length, outline);
      OldParts old = basis.compare(0, older.length, outline, ByteBuffer.allocate(64 << 10));
      assertThat(old.same().isEmpty()).isTrue();
    }
  }

  @Property
  void arbitraryBytesAreRefusedOrWriteWithinTheRangeOnly(
      @ForAll @Size(max = 200) byte[] said,
      @ForAll boolean searched,
      @ForAll @IntRange(min = 1, max = 60_000) int length)
      throws IOException {
    refusedOrInRange(said, searched, length);
  }

  @Property
  void anOutlineThatWasChangedIsRefusedOrWritesWithinTheRangeOnly(
      @ForAll boolean searched,
      @ForAll @IntRange(min = 1, max = 60_000) int length,
      @ForAll Random random)
      throws IOException {
    ByteBuf outline = Unpooled.buffer();
    byte[] older = older();
    try (Basis basis = Basis.of(new MemorySink(older, older.length, searched), 1)) {
      outline(older, basis, 0, length, outline);
    }
    byte[] said = new byte[outline.readableBytes() - random.nextInt(2) * random.nextInt(20)];
    outline.getBytes(0, said);
    said[random.nextInt(said.length)] ^= (byte) (1 << random.nextInt(8));
    refusedOrInRange(said, searched, length);
  }

  private static void refusedOrInRange(byte[] said, boolean searched, int length)
      throws IOException {
    int offset = 10_000;
    byte[] older = older();
    MemorySink sink = new MemorySink(older, older.length, searched);
    try (Basis basis = Basis.of(sink, 1)) {
      basis.compare(offset, length, Unpooled.wrappedBuffer(said), ByteBuffer.allocate(256 << 10));
    } catch (Fields.MalformedException e) {
      assertThat(sink.written.isEmpty()).isTrue();
    }
    assertThat(sink.written.nextSetBit(0)).isIn(-1, sink.written.nextSetBit(offset));
    assertThat(sink.written.length()).isLessThanOrEqualTo(offset + length);
  }

  private static byte[] older() {
    return bytes(80_000, new Random(1));
  }

  private static Parts outline(byte[] content, Basis basis, int offset, int length, ByteBuf out)
      throws IOException {
    return new Outline()
        .read(
            (into, position) -> new MemorySink(content, 0, false).readBase(into, position),
            basis.seed(),
            basis.average(),
            offset,
            length,
            ByteBuffer.allocate(64 << 10),
            out);
  }

  /** Of a block at least, and of no round size. */
  private static ByteBuffer buffer(Random random) {
    return ByteBuffer.allocate((16 << 10) + random.nextInt(100_000));
  }

  private static byte[] bytes(int size, Random random) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** With a few bytes changed, and longer or shorter. */
  private static byte[] mutated(byte[] older, Random random) {
    byte[] newer =
        Arrays.copyOf(older, Math.max(1, older.length + random.nextInt(40_001) - 20_000));
    for (int i = random.nextInt(4); i > 0; i--) {
      newer[random.nextInt(newer.length)]++;
    }
    return newer;
  }

  private static int sum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
