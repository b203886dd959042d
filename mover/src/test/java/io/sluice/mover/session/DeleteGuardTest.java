package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeleteGuardTest {
  private static String refusal(long wouldDelete, long entries, long maxDelete) {
    return DeleteGuard.refusal(wouldDelete, entries, maxDelete, true, false, false);
  }

  @Test
  void aThousandMayGoFromASmallTree() {
    assertThat(refusal(1_000, 5, DeleteGuard.AUTO)).isNull();
    assertThat(refusal(1_001, 5, DeleteGuard.AUTO)).contains("1000 entries", "--max-delete");
  }

  @Test
  void aTenthMayGoFromALargeTree() {
    assertThat(refusal(100_000, 1_000_000, DeleteGuard.AUTO)).isNull();
    assertThat(refusal(100_001, 1_000_000, DeleteGuard.AUTO)).contains("100000 entries");
  }

  @Test
  void theUsersBoundCountsInPlaceOfTheDefault() {
    assertThat(refusal(5_000, 10, 5_000)).isNull();
    assertThat(refusal(1, 1_000_000, 0)).contains("more than 0 entries");
  }

  @Test
  void nothingGoesWhereAFolderCouldNotBeRead() {
    assertThat(DeleteGuard.refusal(1, 10, Long.MAX_VALUE, false, false, false))
        .contains("could not be read");
  }

  @Test
  void nothingGoesWhereTheSourceIsEmpty() {
    assertThat(DeleteGuard.refusal(1, 0, Long.MAX_VALUE, true, true, false))
        .contains("the source is empty");
  }

  @Test
  void nothingGoesWhereTheRootIsAnotherOne() {
    assertThat(DeleteGuard.refusal(1, 10, Long.MAX_VALUE, true, false, true))
        .contains("another one than at the start");
  }

  @Test
  void nothingIsRefusedWhereNothingIsTooMuch() {
    assertThat(DeleteGuard.refusal(0, 0, 0, false, true, true)).isNull();
  }
}
