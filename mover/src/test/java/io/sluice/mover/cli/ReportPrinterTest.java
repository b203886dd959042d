package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.Report;
import io.sluice.mover.TreeCounts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportPrinterTest {
  private final Captured captured = new Captured(false);

  @Test
  void theSummaryTellsWhatMovedHowFastAndOnWhat() {
    assertThat(ReportPrinter.summary(report(0, List.of())))
        .isEqualTo(
            "copied 1.00 GiB in 0.50 s, 2.00 GiB/s, 8 streams, epoll, because it is the best");
  }

  @Test
  void theBottleneckComesWithTheLinksShareOfItsLimit() {
    assertThat(ReportPrinter.waited(report(0, List.of())))
        .isEqualTo(
            "bottleneck: destination disk (writes took 81 % of the time);"
                + " link ib0 at 43 % of 40 Gb/s");
  }

  @Test
  void aFailureIsOneLineOnStandardErrorWithSideFileAndCause() {
    Failure full =
        new Failure(Failure.Kind.FILE, "host2", BytePath.of("/data/f"), "No space left on device");
    print(report(0, List.of(full)));
    assertThat(captured.err()).isEqualTo("mover: host2: /data/f: No space left on device\n");
  }

  @Test
  void whatFailsEachOfSeveralSourcesAlikeIsOneLine() {
    Failure one =
        new Failure(Failure.Kind.FILE, "host2", BytePath.of("/gone"), "No such file or directory");
    print(report(0, List.of(one, one)));
    assertThat(captured.err()).isEqualTo("mover: host2: /gone: No such file or directory\n");
  }

  @Test
  void aFailuresNameKeepsItsBytesButNotItsControlCharacters() {
    byte[] name = {'a', '\n', 27, (byte) 0xe9};
    print(report(0, List.of(new Failure(Failure.Kind.FILE, "here", BytePath.of(name), "Gone"))));
    assertThat(captured.err()).isEqualTo("mover: a\\x0a\\x1b\u00e9: Gone\n");
  }

  @Test
  void whatWasResumedIsTold() {
    assertThat(ReportPrinter.exceptions(report(1 << 20, List.of())))
        .isEqualTo("1.00 MiB was there already");
  }

  @Test
  void theRateIsOfWhatMovedAndNotOfWhatWasThere() {
    assertThat(ReportPrinter.summary(report(1 << 29, List.of())))
        .startsWith("copied 1.00 GiB in 0.50 s, of which 512 MiB moved at 1.00 GiB/s, 8 streams");
  }

  @Test
  void aDryRunTellsWhatWouldBeDone() {
    TreeCounts tree = new TreeCounts(3, 2, 0, 0, 1, 3, 1, 1, 1, 4);
    Report report = report(0, List.of(), tree);
    new ReportPrinter(captured.terminal(), new Output(), true).print(report);
    assertThat(captured.out())
        .isEqualTo(
            "nothing was done in this dry run; it would be: 1 new, 1 replaced, 1 with other"
                + " metadata, 4 deleted, of 6 entries compared in 0.50 s\n");
  }

  @Test
  void aTreesReportCountsWhatWasDone() {
    TreeCounts tree = new TreeCounts(3, 2, 0, 0, 1, 5, 0, 1, 0, 0);
    assertThat(ReportPrinter.exceptions(report(0, List.of(), tree)))
        .isEqualTo("1 replaced, 5 unchanged");
  }

  @Test
  void theReportEventHasWhatTheContractNames() {
    assertThat(ReportPrinter.event(report(0, List.of())))
        .startsWith("{\"schema\":1,\"event\":\"report\",")
        .contains(
            "\"transport\":\"epoll\"",
            "\"reason\":\"it is the best\"",
            "\"bytes\":1073741824",
            "\"wire_bytes\":1073745920",
            "\"tuning\":\"SO_SNDBUF 8388608, because one stream has to fill it\"",
            "\"resumed_bytes\":0",
            "\"seconds\":0.500000",
            "\"streams\":8",
            "\"rails\":[{\"local\":\"10.0.0.1\"",
            "\"bottleneck\":{\"stage\":\"destination\",\"share\":0.810000",
            "\"failures\":[]");
  }

  private void print(Report report) {
    new ReportPrinter(captured.terminal(), new Output()).print(report);
  }

  private static Report report(long resumed, List<Failure> failures) {
    return report(resumed, failures, TreeCounts.NONE);
  }

  private static Report report(long resumed, List<Failure> failures, TreeCounts tree) {
    return new Report(
        "epoll",
        "it is the best",
        "TCP by epoll",
        "SO_SNDBUF 8388608, because one stream has to fill it",
        1 << 30,
        (1 << 30) + 4096,
        resumed,
        Duration.ofMillis(500),
        8,
        List.of(new Report.Rail("10.0.0.1", "10.0.0.2", "ib0", 40_000_000_000L, 1 << 30)),
        new Report.Bottleneck(
            Report.Stage.DESTINATION, 0.81, "destination disk (writes took 81 % of the time)"),
        1,
        0,
        0,
        0,
        0.5,
        List.of(),
        failures,
        tree);
  }
}
