package io.sluice.mover.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FrameReaderTest {
  private static final int MOST = 4096;
  private static final int MOST_DATA = 1 << 20;

  /** Notes what it is given. */
  private static final class Notes implements FrameReader.Target {
    final List<String> frames = new ArrayList<>();
    final ByteArrayOutputStream data = new ByteArrayOutputStream();
    Throwable cause;
    boolean broken;
    private CRC32C crc;

    @Override
    public void frame(Frame frame, ByteBuf payload) {
      frames.add(frame.type() + ":" + ByteBufUtil.hexDump(payload));
    }

    @Override
    public void dataBegins(Frame frame) {
      crc = new CRC32C();
    }

    @Override
    public void data(ByteBuf bytes, int index, int length) {
      byte[] some = ByteBufUtil.getBytes(bytes, index, length);
      crc.update(some);
      data.writeBytes(some);
    }

    @Override
    public void dataEnds(int sum) {
      frames.add("data " + (sum == (int) crc.getValue()));
    }

    @Override
    public void broken(Throwable why) {
      broken = true;
      cause = why;
    }
  }

  private static ByteBuf frame(int type, byte[] payload) {
    ByteBuf out = Unpooled.buffer();
    Frame.write(out, type, Frame.REQUIRED, payload.length, 7, 9, 11);
    out.writeBytes(payload);
    if (payload.length > 0) {
      CRC32C crc = new CRC32C();
      crc.update(payload);
      out.writeInt((int) crc.getValue());
    }
    return out;
  }

  private static void feed(EmbeddedChannel channel, byte[] bytes, Random cuts) {
    for (int at = 0; at < bytes.length && channel.isOpen(); ) {
      int now = Math.min(bytes.length - at, 1 + cuts.nextInt(97));
      channel.writeInbound(Unpooled.copiedBuffer(bytes, at, now));
      at += now;
    }
  }

  @Property(tries = 200)
  void framesComeOutHoweverTheBytesAreCut(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 900) Integer> lengths,
      @ForAll long seed) {
    Random random = new Random(seed);
    Notes notes = new Notes();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(notes, MOST, MOST_DATA));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    List<String> expected = new ArrayList<>();
    for (int length : lengths) {
      byte[] payload = new byte[length];
      random.nextBytes(payload);
      boolean isData = length > 0 && random.nextBoolean();
      all.writeBytes(ByteBufUtil.getBytes(frame(isData ? Type.DATA : Type.PING, payload)));
      expected.add(isData ? "data true" : Type.PING + ":" + ByteBufUtil.hexDump(payload));
      if (isData) {
        data.writeBytes(payload);
      }
    }
    feed(channel, all.toByteArray(), random);
    assertThat(notes.frames).isEqualTo(expected);
    assertThat(notes.data.toByteArray()).isEqualTo(data.toByteArray());
    assertThat(notes.broken).isFalse();
    channel.finishAndReleaseAll();
  }

  @Property(tries = 300)
  void oneFlippedBitIsAlwaysFound(
      @ForAll @IntRange(min = 1, max = 300) int length, @ForAll long seed) {
    Random random = new Random(seed);
    Notes notes = new Notes();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(notes, MOST, MOST_DATA));
    byte[] payload = new byte[length];
    random.nextBytes(payload);
    boolean isData = random.nextBoolean();
    byte[] bytes = ByteBufUtil.getBytes(frame(isData ? Type.DATA : Type.ENTRY, payload));
    int bit = random.nextInt(bytes.length * 8);
    bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    feed(channel, bytes, random);
    assertThat(notes.broken || notes.frames.equals(List.of("data false"))).isTrue();
    channel.finishAndReleaseAll();
  }

  @Property(tries = 300)
  void garbageNeitherPassesNorGrowsMemory(@ForAll @Size(max = 3000) byte[] garbage) {
    Notes notes = new Notes();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(notes, MOST, 0));
    channel.writeInbound(Unpooled.wrappedBuffer(garbage));
    assertThat(notes.frames).isEmpty();
    assertThat(notes.broken).isEqualTo(garbage.length >= Frame.HEADER);
    channel.finishAndReleaseAll();
  }

  @Property(tries = 100)
  void aLengthBeyondTheBoundIsRefusedBeforeAnyPayload(
      @ForAll @IntRange(min = MOST + 1) int length) {
    Notes notes = new Notes();
    EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(notes, MOST, 0));
    ByteBuf head = Unpooled.buffer();
    Frame.write(head, Type.HELLO, 1, length, 0, 0, 0);
    channel.writeInbound(head);
    assertThat(notes.cause).isInstanceOf(Frame.CorruptException.class);
    channel.finishAndReleaseAll();
  }

  @Property(tries = 200)
  void whatIsNoHelloIsMalformed(@ForAll @Size(max = 400) byte[] bytes, @ForAll long seed) {
    Hello hello = new Hello(1, 0, 0, new byte[32], new byte[16], 0, "host", "software", List.of());
    ByteBuf right = Unpooled.buffer();
    hello.write(right);
    byte[] mixed = ByteBufUtil.getBytes(right);
    int at = new Random(seed).nextInt(mixed.length);
    byte[] wrong = Arrays.copyOf(mixed, at + bytes.length);
    System.arraycopy(bytes, 0, wrong, at, bytes.length);
    try {
      Hello.read(Unpooled.wrappedBuffer(wrong));
    } catch (Fields.MalformedException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }
}
