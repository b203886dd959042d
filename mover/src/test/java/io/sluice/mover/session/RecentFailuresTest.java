package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentFailuresTest {
  private final RecentFailures failures = new RecentFailures();

  @Test
  void allFilesOfThePacksThatASenderMayHaveUnderWayAreKnown() {
    long files = 32L * Packer.FILES;
    for (long reference = 0; reference < files; reference++) {
      failures.add(reference);
    }
    assertThat(failures.has(0)).isTrue();
    assertThat(failures.has(files - 1)).isTrue();
    assertThat(failures.has(files)).isFalse();
  }

  @Test
  void olderOnesAreForgottenSoThatMemoryIsBounded() {
    for (long reference = 0; reference < 100_000; reference++) {
      failures.add(reference);
    }
    assertThat(failures.has(0)).isFalse();
    assertThat(failures.has(99_999)).isTrue();
  }
}
