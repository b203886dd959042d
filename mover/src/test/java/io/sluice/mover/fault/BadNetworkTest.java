package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Failure;
import io.sluice.mover.Options;
import io.sluice.mover.Report;
import io.sluice.mover.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a copy makes of a network that changes, holds back, loses and cuts. */
@Timeout(60)
class BadNetworkTest {
  private static final int SIZE = 24 * Ends.EXTENT + 1;

  @TempDir Path folder;
  private Path source;
  private Path target;
  private Ends ends;

  @BeforeEach
  void makeFolder() throws IOException {
    target = Files.createDirectory(folder.resolve("to")).resolve("target");
  }

  @AfterEach
  void close() throws IOException {
    if (ends != null) {
      ends.close();
    }
  }

  private void start(UnaryOperator<Options> change) throws IOException {
    ends = new Ends(folder, change);
    source = ends.file("source", SIZE);
  }

  private FaultyRelay.Faults ofData(boolean push) {
    return push ? ends.relay().toServer() : ends.relay().toClient();
  }

  private Report copy(boolean push) {
    return (push ? ends.push(source, target) : ends.pull(source, target)).await();
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aFlippedBitIsFoundCountedAndSentAgain(boolean push) throws IOException {
    start(options -> options);
    ofData(push).flipAt(5 * Ends.EXTENT + 12345);

    Report report = copy(push);

    assertThat(ofData(push).flips()).isEqualTo(1);
    Ends.assertArrived(report, source, target);
    assertThat(report.corruptExtents() + report.retries()).isEqualTo(1);
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void manyFlippedBitsNeverReachTheFile(boolean push) throws IOException {
    start(options -> options);
    // A prime far from the extent's size: headers, answers and data are hit in turn.
    ofData(push).flipEvery(1_000_003);

    Report report = copy(push);

    assertThat(ofData(push).flips()).isGreaterThan(3);
    Ends.assertArrived(report, source, target);
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aNetworkThatAlwaysFlipsBitsIsGivenUpWithStatus4(boolean push) throws IOException {
    start(options -> options.withStreams(1));
    Files.writeString(target, "old");
    ofData(push).flipEvery(Ends.EXTENT / 2);

    Report report = copy(push);

    assertThat(report.exitStatus()).isEqualTo(4);
    assertThat(report.corruptExtents()).isGreaterThan(1);
    assertThat(report.failures().get(0).path()).isNotNull();
    assertThat(target).hasContent("old");
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aStreamThatBreaksReconnectsWhileItsExtentsMoveElsewhere(boolean push) throws IOException {
    start(options -> options);
    ofData(push).cutAt(6 * Ends.EXTENT + 99);

    Report report = copy(push);

    Ends.assertArrived(report, source, target);
    assertThat(report.retries()).isEqualTo(1);
    assertThat(report.resumedBytes()).as("the session lived on").isZero();
  }

  @ParameterizedTest(name = "push {0}, over {1}")
  @CsvSource({"true, epoll", "false, epoll", "true, ucx", "false, ucx"})
  void aCopyThatLosesAllItsConnectionsResumesByItself(boolean push, String transport)
      throws Exception {
    if (transport.equals("ucx")) {
      Needs.ucx();
    }
    start(options -> options.withTransport(transport).withLimit(3 << 20));
    Transfer transfer = push ? ends.push(source, target) : ends.pull(source, target);
    Ends.awaitBytes(transfer, 4 * Ends.EXTENT);

    ends.relay().cut();

    Report report = transfer.await();
    Ends.assertArrived(report, source, target);
    assertThat(report.retries()).isPositive();
    assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(3 * Ends.EXTENT);
    if (transport.equals("ucx")) {
      ends.assertOverUcx(report);
    }
  }

  @Test
  void aCopyWhoseHostIsGoneForGoodEndsAndCanBeResumed() throws Exception {
    start(options -> options.withLimit(3 << 20).withRetryFor(Duration.ofSeconds(2)));
    Files.writeString(target, "old");
    Transfer transfer = ends.push(source, target);
    Ends.awaitBytes(transfer, 4 * Ends.EXTENT);

    ends.relay().refuse(true);
    ends.relay().cut();

    Report report = transfer.await();
    assertThat(report.exitStatus()).isIn(1, 3);
    assertThat(report.failures().get(0).side()).isEqualTo("127.0.0.1");
    assertThat(target).hasContent("old");
    ends.relay().refuse(false);
    Report second = copy(true);
    Ends.assertArrived(second, source, target);
    assertThat(second.resumedBytes()).isGreaterThanOrEqualTo(3 * Ends.EXTENT);
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aStallEndsInAnErrorThatNamesTheStreamAndTheSide(boolean push) throws Exception {
    start(
        options ->
            options
                .withStreams(2)
                .withTimeout(Duration.ofSeconds(1))
                .withRetryFor(Duration.ofSeconds(3)));
    ends.relay().toServer().stall();
    ends.relay().toClient().stall();

    Report report = copy(push);

    assertThat(report.exitStatus()).isEqualTo(1);
    Failure failure = report.failures().get(0);
    assertThat(failure.kind()).isEqualTo(Failure.Kind.SESSION);
    assertThat(failure.toString()).contains("127.0.0.1").containsPattern("stream [0-9]+");
    assertThat(target).doesNotExist();
  }

  @Test
  void aStallThatEndsInTimeIsNoError() throws Exception {
    start(options -> options.withLimit(6 << 20).withTimeout(Duration.ofSeconds(1)));
    Transfer transfer = ends.push(source, target);
    Ends.awaitBytes(transfer, 4 * Ends.EXTENT);
    ends.relay().toServer().stall();
    Await.until("a stream was given up", () -> ends.relay().connections() > 4);

    ends.relay().toServer().goOn();

    Ends.assertArrived(transfer.await(), source, target);
  }

  @ParameterizedTest(name = "push {0}")
  @ValueSource(booleans = {true, false})
  void aDelayOnTheWayOnlyTakesTime(boolean push) throws IOException {
    start(options -> options);
    ends.relay().toServer().delay(Duration.ofMillis(20));
    ends.relay().toClient().delay(Duration.ofMillis(20));

    Report report = copy(push);

    Ends.assertArrived(report, source, target);
    assertThat(report.retries()).isZero();
  }

  @Test
  void aSlowStreamTakesLessOfTheFileThanTheOthers() throws IOException {
    start(options -> options.withTimeout(Duration.ofSeconds(30)));
    int size = 64 << 20;
    source = ends.file("large", size);
    ends.relay().toServer().limit(3 << 20).upToConnection(1);

    Report report = copy(true);

    Ends.assertArrived(report, source, target);
    assertThat(ends.relay().toServer().passed()).isLessThan(size / 4);
  }
}
