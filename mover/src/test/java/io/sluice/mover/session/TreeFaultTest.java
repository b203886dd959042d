package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.fault.FaultyRelay;
import io.sluice.mover.session.TreePair.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeFaultTest {
  @TempDir Path folder;
  private TreePair pair;
  private FaultyRelay relay;

  @BeforeEach
  void start() throws IOException {
    pair = new TreePair(folder);
    relay = new FaultyRelay(pair.address());
    pair.goBy(relay.port());
    byte[] content = new byte[5000];
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      Path below = Files.createDirectory(pair.from.resolve("d" + i));
      for (int j = 0; j < 100; j++) {
        random.nextBytes(content);
        Files.write(below.resolve("f" + j), content);
      }
    }
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
    pair.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"PUSH", "PULL"})
  void packsOfAStreamThatBreaksGoByAnother(Way way) throws Exception {
    FaultyRelay.Faults faults = way == Way.PUSH ? relay.toServer() : relay.toClient();
    faults.cutAt(3_000_000);
    Report report = pair.sync(way, SyncOptions.defaults());
    assertThat(report.failures()).isEmpty();
    assertThat(report.retries()).isPositive();
    pair.assertEqual();
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"PUSH", "PULL"})
  void aFlippedBitIsFoundAndThePackSentAgain(Way way) throws Exception {
    FaultyRelay.Faults faults = way == Way.PUSH ? relay.toServer() : relay.toClient();
    faults.flipAt(2_500_000);
    Report report = pair.sync(way, SyncOptions.defaults());
    assertThat(faults.flips()).isEqualTo(1);
    assertThat(report.failures()).isEmpty();
    pair.assertEqual();
  }
}
