package io.sluice.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Sink.Range;
import io.sluice.mover.store.Names.Identity;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class JournalFormatTest {
  private static final long SIZE = 1L << 50;

  @Provide
  Arbitrary<Identity> identities() {
    return Combinators.combine(
            Arbitraries.longs().between(0, SIZE),
            Arbitraries.longs(),
            Arbitraries.integers().between(0, 999_999_999),
            Arbitraries.integers().greaterOrEqual(1))
        .as(Identity::new);
  }

  @Provide
  Arbitrary<List<Range>> ranges() {
    return Combinators.combine(
            Arbitraries.longs().between(0, SIZE - 1), Arbitraries.longs().between(1, 1L << 40))
        .as((offset, length) -> new Range(offset, Math.min(length, SIZE - offset)))
        .list()
        .ofMaxSize(20);
  }

  private static ByteBuffer journal(Identity source, List<Range> ranges) {
    ByteBuffer header = JournalFormat.header(source);
    ByteBuffer all = ByteBuffer.allocate((int) JournalFormat.position(ranges.size()));
    all.put(header.duplicate());
    for (int i = 0; i < ranges.size(); i++) {
      JournalFormat.record(all, header, i, ranges.get(i).offset(), ranges.get(i).length());
    }
    return all.flip();
  }

  @Property
  void whatIsWrittenIsRead(
      @ForAll("identities") Identity source, @ForAll("ranges") List<Range> ranges) {
    ByteBuffer journal = journal(source, ranges);
    assertThat(JournalFormat.identity(journal)).isEqualTo(source);
    assertThat(JournalFormat.ranges(journal, SIZE)).isEqualTo(ranges);
  }

  @Property
  void aJournalThatWasCutGivesTheRecordsThatAreWhole(
      @ForAll("identities") Identity source,
      @ForAll("ranges") List<Range> ranges,
      @ForAll @IntRange(max = 600) int cut) {
    ByteBuffer journal = journal(source, ranges);
    journal.limit(Math.min(cut, journal.limit()));
    if (journal.limit() < JournalFormat.HEADER) {
      assertThat(JournalFormat.identity(journal)).isNull();
    } else {
      int whole = (journal.limit() - JournalFormat.HEADER) / JournalFormat.RECORD;
      assertThat(JournalFormat.ranges(journal, SIZE)).isEqualTo(ranges.subList(0, whole));
    }
  }

  @Property
  void aFlippedBitLosesRecordsButInventsNone(
      @ForAll("identities") Identity source,
      @ForAll("ranges") List<Range> ranges,
      @ForAll @IntRange(max = 100_000) int where) {
    ByteBuffer journal = journal(source, ranges);
    int bit = where % (journal.limit() * 8);
    journal.put(bit / 8, (byte) (journal.get(bit / 8) ^ (1 << (bit % 8))));
    if (bit / 8 < JournalFormat.HEADER) {
      assertThat(JournalFormat.identity(journal)).isNull();
    } else {
      int damaged = (bit / 8 - JournalFormat.HEADER) / JournalFormat.RECORD;
      assertThat(JournalFormat.ranges(journal, SIZE)).isEqualTo(ranges.subList(0, damaged));
    }
  }

  @Property
  void recordsOfAnOlderJournalAreNotTakenForThisOnes(
      @ForAll("identities") Identity older,
      @ForAll("identities") Identity source,
      @ForAll("ranges") List<Range> ranges) {
    ByteBuffer mixed = journal(older, ranges);
    mixed.put(0, JournalFormat.header(source), 0, JournalFormat.HEADER);
    assertThat(JournalFormat.ranges(mixed, SIZE))
        .isEqualTo(older.equals(source) ? ranges : List.of());
  }

  @Property
  void noRangeLiesOutsideTheFile(@ForAll("ranges") List<Range> ranges, @ForAll @IntRange int size) {
    ByteBuffer journal = journal(new Identity(size, 0, 0, 1), ranges);
    assertThat(JournalFormat.ranges(journal, size))
        .allMatch(range -> range.offset() + range.length() <= size);
  }
}
