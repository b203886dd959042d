package io.sluice.mover.session;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.SyncOptions.Delta;
import io.sluice.mover.Token;
import io.sluice.mover.Transfer;
import io.sluice.mover.fault.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A big file of a tree that changed in places. */
class TreeDeltaTest {
  private static final Token TOKEN = Token.of("a-token-for-tests");
  private static final int SIZE = 24 << 20;

  @TempDir Path folder;
  private Path from;
  private Path to;
  private Path image;
  private Path copy;
  private MoverServer server;
  private Mover mover;

  @BeforeEach
  void syncOnce() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = Files.createDirectory(folder.resolve("to"));
    image = from.resolve("image");
    copy = to.resolve("image");
    byte[] bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    Files.write(image, bytes);
    Options options = Options.defaults().withDurable(false);
    server =
        MoverServer.builder()
            .options(options)
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .root(BytePath.of(folder.toString()))
            .token(TOKEN)
            .start();
    mover = Mover.builder().options(options).port(port()).token(TOKEN).build();
    assertThat(sync(true).failures()).isEmpty();
  }

  @AfterEach
  void stop() {
    mover.close();
    server.close();
  }

  private int port() {
    return server.addresses().get(0).getPort();
  }

  private Report sync(boolean push) {
    return sync(push, SyncOptions.defaults());
  }

  private Report sync(boolean push, SyncOptions options) {
    BytePath source = BytePath.of(from + "/");
    BytePath target = BytePath.of(to.toString());
    Report report =
        mover
            .sync(
                push ? Place.local(source) : Place.on("127.0.0.1", port(), source),
                push ? Place.on("127.0.0.1", port(), target) : Place.local(target),
                options,
                SyncListener.NONE)
            .await();
    assertThat(report.failures()).isEmpty();
    return report;
  }

  private void change(long... offsets) throws IOException {
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      for (long offset : offsets) {
        file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), offset);
      }
    }
  }

  private void thenTheCopyIsRight() throws IOException {
    assertThat(copy).hasSameBinaryContentAs(image);
    try (Stream<Path> all = Files.list(to)) {
      assertThat(all).containsExactly(copy);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyBlocksThatChangedTravel(boolean push) throws IOException {
    change(0, 5_000_000, (7 << 20) - 2, SIZE - 5);
    Report report = sync(push);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(SIZE / 20);
  }

  @Test
  void aFileThatGrewIsComparedAsFarAsItWasThere() throws IOException {
    change(100);
    byte[] more = new byte[3_000_001];
    new Random(2).nextBytes(more);
    Files.write(image, more, StandardOpenOption.APPEND);
    Report report = sync(true);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isBetween((long) more.length, more.length + SIZE / 20L);
  }

  @Test
  void aFileThatShrankIsCut() throws IOException {
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      file.truncate(SIZE / 2 + 4711);
    }
    change(4711);
    Report report = sync(true);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(SIZE / 20);
  }

  @Test
  void whatBecameAHoleIsOneAfterwards() throws Exception {
    Process punch =
        new ProcessBuilder("fallocate", "-p", "-o", "4194304", "-l", "8388608", image.toString())
            .inheritIO()
            .start();
    assertThat(punch.waitFor()).isZero();
    change(1);
    sync(true);
    thenTheCopyIsRight();
    assertThat(blocks(copy)).isEqualTo(blocks(image)).isLessThan(SIZE / 512 - 8_000);
  }

  private static long blocks(Path file) throws Exception {
    Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
    return Long.parseLong(new String(stat.getInputStream().readAllBytes(), US_ASCII).strip());
  }

  @Test
  void nothingOfTheOldFileIsLeftWhereAllOfItChanged() throws IOException {
    byte[] bytes = new byte[SIZE];
    new Random(3).nextBytes(bytes);
    Files.write(image, bytes);
    sync(true);
    thenTheCopyIsRight();
  }

  @Test
  void anotherNameOfTheOldFileKeepsItsContent() throws IOException {
    byte[] before = Files.readAllBytes(copy);
    Path kept = Files.createLink(folder.resolve("kept"), copy);
    change(12345);
    sync(true);
    thenTheCopyIsRight();
    assertThat(Files.readAllBytes(kept)).isEqualTo(before);
  }

  @Test
  void anOldFileThatIsChangedMeanwhileDoesNotSpoilTheNewOne() throws Exception {
    long[] places = new long[64];
    for (int i = 0; i < places.length; i++) {
      places[i] = (8 << 20) + i * 200_000L;
    }
    change(places);
    try (Mover slow =
        Mover.builder()
            .options(Options.defaults().withDurable(false).withLimit(1 << 20))
            .port(port())
            .token(TOKEN)
            .build()) {
      Transfer transfer =
          slow.sync(
              Place.local(BytePath.of(from + "/")),
              Place.on("127.0.0.1", port(), BytePath.of(to.toString())),
              SyncOptions.defaults(),
              SyncListener.NONE);
      Await.until("a block was sent", () -> noted() > 64);
      try (FileChannel old = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        old.write(ByteBuffer.wrap(new byte[] {9, 9, 9}), 100);
      }
      assertThat(transfer.await().failures()).isEmpty();
    }
    thenTheCopyIsRight();
  }

  private long noted() throws IOException {
    Path journal = leftover(".journal");
    return journal == null ? 0 : Files.size(journal);
  }

  private Path leftover(String suffix) throws IOException {
    try (Stream<Path> all = Files.list(to)) {
      return all.filter(one -> one.toString().endsWith(suffix)).findAny().orElse(null);
    }
  }

  private static int byteAt(Path file, long offset) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    try (FileChannel from = FileChannel.open(file)) {
      return from.read(one, offset) == 1 ? one.get(0) : 256;
    }
  }

  @Test
  void aWholeFileTravelsWhereThatIsAskedFor() throws IOException {
    change(100);
    Report report = sync(true, SyncOptions.defaults().withDelta(Delta.NONE, false));
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isGreaterThan(SIZE);
  }

  @Test
  void withinOneHostAFileIsCopiedAsAWhole() throws IOException {
    change(100);
    Report report =
        mover
            .sync(
                Place.local(BytePath.of(from + "/")),
                Place.local(BytePath.of(to.toString())),
                SyncOptions.defaults(),
                SyncListener.NONE)
            .await();
    assertThat(report.failures()).isEmpty();
    assertThat(report.resumedBytes()).isZero();
    thenTheCopyIsRight();
  }

  private static final SyncOptions IN_PLACE = SyncOptions.defaults().withDelta(Delta.AUTO, true);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inPlaceTheFileItselfIsChanged(boolean push) throws IOException {
    Object key = Files.getAttribute(copy, "unix:ino");
    Path other = Files.createLink(folder.resolve("other"), copy);
    change(0, 5_000_000, (7 << 20) - 2, SIZE - 5);
    Report report = sync(push, IN_PLACE);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(SIZE / 20);
    assertThat(Files.getAttribute(copy, "unix:ino")).isEqualTo(key);
    assertThat(other).hasSameBinaryContentAs(image);
    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(Files.getLastModifiedTime(image));
  }

  @Test
  void inPlaceAFileGetsItsSizeAndItsHoles() throws Exception {
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      file.truncate(SIZE / 2 + 4711);
    }
    Process punch =
        new ProcessBuilder("fallocate", "-p", "-o", "4194304", "-l", "4194304", image.toString())
            .inheritIO()
            .start();
    assertThat(punch.waitFor()).isZero();
    sync(true, IN_PLACE);
    thenTheCopyIsRight();
    assertThat(blocks(copy)).isEqualTo(blocks(image));
    Files.write(image, new byte[3_000_001], StandardOpenOption.APPEND);
    sync(true, IN_PLACE);
    thenTheCopyIsRight();
  }

  @Test
  void inPlaceAFileThatIsNotThereIsMade() throws IOException {
    Files.delete(copy);
    sync(true, IN_PLACE);
    thenTheCopyIsRight();
  }

  private static final SyncOptions ROLLING = SyncOptions.defaults().withDelta(Delta.ROLLING, false);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rollingFindsContentThatWasShifted(boolean push) throws IOException {
    byte[] old = Files.readAllBytes(image);
    byte[] more = new byte[5_001];
    new Random(4).nextBytes(more);
    Files.write(image, more);
    Files.write(image, Arrays.copyOfRange(old, 0, SIZE / 2), StandardOpenOption.APPEND);
    Files.write(image, more, StandardOpenOption.APPEND);
    Files.write(image, Arrays.copyOfRange(old, SIZE / 2 + 333, SIZE), StandardOpenOption.APPEND);
    Report report = sync(push, ROLLING);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(SIZE / 8);
  }

  @Test
  void rollingFindsContentThatIsThereTwiceAndKeepsHoles() throws Exception {
    byte[] old = Files.readAllBytes(image);
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      file.truncate(0);
      file.write(ByteBuffer.wrap(old, 100, 4 << 20), 8 << 20);
      file.write(ByteBuffer.wrap(old, 100, 4 << 20), 16 << 20);
    }
    Report report = sync(true, ROLLING);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(2 << 20);
    assertThat(blocks(copy)).isEqualTo(blocks(image));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--delta=blocks", "--in-place", "--delta=rolling"})
  void afterAKillTheRestIsCompletedAndWhatLandedIsNotSentAgain(String option) throws Exception {
    byte[] changed = new byte[4 << 20];
    new Random(5).nextBytes(changed);
    changed[2 << 20] = (byte) ~Files.readAllBytes(copy)[10 << 20];
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(changed), 8 << 20);
    }
    byte[] before = Files.readAllBytes(copy);
    boolean inPlace = option.equals("--in-place");
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "io.sluice.mover.cli.Main",
            "sync",
            option,
            "--no-fsync",
            "--quiet",
            "--limit=2M",
            "--streams=1",
            from.toString(),
            "mover://127.0.0.1:" + port() + to);
    command.environment().put("MOVER_TOKEN", "a-token-for-tests");
    Process victim = command.redirectErrorStream(true).start();
    try {
      Await.until(
          "half of what changed landed",
          () -> {
            Path at = inPlace ? copy : leftover(".part");
            return at != null && byteAt(at, 10 << 20) == changed[2 << 20];
          });
    } finally {
      victim.destroyForcibly().waitFor();
    }
    if (!inPlace) {
      assertThat(Files.readAllBytes(copy)).isEqualTo(before);
    }
    SyncOptions options =
        switch (option) {
          case "--in-place" -> IN_PLACE;
          case "--delta=rolling" -> ROLLING;
          default -> SyncOptions.defaults();
        };
    Report report = sync(true, options);
    thenTheCopyIsRight();
    assertThat(report.wireBytes()).isLessThan(changed.length - (64 << 10));
  }
}
