package io.sluice.mover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.fault.Needs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every copy does, whichever way it goes and whatever carries it. */
class CopyTest {
  private static final int EXTENT = 64 << 10;
  private static final Token TOKEN = Token.of("a-token-for-tests");

  @TempDir Path folder;
  private Path from;
  private Path to;
  private MoverServer server;
  private Mover mover;

  /** Which side the source and the destination are on. */
  enum Way {
    PUSH,
    PULL,
    LOCAL
  }

  @BeforeEach
  void makeFolders() throws IOException {
    from = Files.createDirectory(folder.resolve("from"));
    to = Files.createDirectory(folder.resolve("to"));
  }

  @AfterEach
  void stop() {
    if (mover != null) {
      mover.close();
    }
    if (server != null) {
      server.close();
    }
  }

  static Stream<Arguments> ways() {
    return Stream.of(
        Arguments.of(Way.PUSH, "epoll"),
        Arguments.of(Way.PULL, "epoll"),
        Arguments.of(Way.PUSH, "nio"),
        Arguments.of(Way.PULL, "nio"),
        Arguments.of(Way.PUSH, "ucx"),
        Arguments.of(Way.PULL, "ucx"),
        Arguments.of(Way.LOCAL, "auto"));
  }

  static Stream<Arguments> waysAndSizes() {
    return ways()
        .flatMap(
            way ->
                Stream.of(
                        0,
                        1,
                        EXTENT - 1,
                        EXTENT,
                        EXTENT + 1,
                        3 * EXTENT - 1,
                        3 * EXTENT,
                        3 * EXTENT + 1,
                        5_000_003)
                    .map(size -> Arguments.of(way.get()[0], way.get()[1], size)));
  }

  private void start(String transport, Options options) throws IOException {
    if (transport.equals("ucx")) {
      Needs.ucx();
    }
    Options chosen = options.withTransport(transport).withExtent(EXTENT);
    server =
        MoverServer.builder()
            .options(chosen)
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .root(BytePath.of(folder.toString()))
            .token(TOKEN)
            .start();
    mover =
        Mover.builder()
            .options(chosen)
            .port(server.addresses().get(0).getPort())
            .token(TOKEN)
            .build();
  }

  private Place place(Path path, boolean remote) {
    BytePath bytes = BytePath.of(path.toString());
    return remote
        ? Place.on("127.0.0.1", server.addresses().get(0).getPort(), bytes)
        : Place.local(bytes);
  }

  private Report copy(Way way, CopyOptions options, Path destination, Path... sources) {
    List<Place> places = Stream.of(sources).map(source -> place(source, way == Way.PULL)).toList();
    return mover.copy(places, place(destination, way == Way.PUSH), options).await();
  }

  private Report copy(Way way, Path destination, Path... sources) {
    return copy(way, CopyOptions.defaults(), destination, sources);
  }

  private Path file(String name, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return Files.write(from.resolve(name), bytes);
  }

  private static List<String> names(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.map(one -> one.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest(name = "{0} over {1}, {2} bytes")
  @MethodSource("waysAndSizes")
  void everyByteArrives(Way way, String transport, int size) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", size);
    Report report = copy(way, to.resolve("g"), source);
    assertThat(report.failures()).isEmpty();
    assertThat(report.exitStatus()).isZero();
    assertThat(to.resolve("g")).hasSameBinaryContentAs(source);
    assertThat(report.bytes()).isEqualTo(size);
    assertThat(names(to)).containsExactly("g");
    if (transport.equals("ucx")) {
      assertThat(report.path()).isEqualTo("shared memory");
    }
  }

  @Test
  void aClientWithoutUcxIsServedOverTcp() throws IOException {
    Needs.ucx();
    start("ucx", Options.defaults());
    Path source = file("f", 3 * EXTENT);
    try (Mover plain =
        Mover.builder()
            .options(Options.defaults().withTransport("epoll"))
            .port(server.addresses().get(0).getPort())
            .token(TOKEN)
            .build()) {
      Report report =
          plain
              .copy(
                  List.of(place(source, false)),
                  place(to.resolve("g"), true),
                  CopyOptions.defaults())
              .await();
      assertThat(report.failures()).isEmpty();
      assertThat(report.path()).isEqualTo("TCP by epoll");
    }
    assertThat(to.resolve("g")).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void modeAndNanosecondTimeAreThoseOfTheSource(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", 1000);
    Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("r-xr-x--x"));
    Files.setLastModifiedTime(
        source, FileTime.from(Instant.ofEpochSecond(1_000_000_000, 123_456_789)));
    copy(way, to, source);
    Path copied = to.resolve("f");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copied)))
        .isEqualTo("r-xr-x--x");
    assertThat(Files.getLastModifiedTime(copied).toInstant())
        .isEqualTo(Instant.ofEpochSecond(1_000_000_000, 123_456_789));
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void holesStayHolesBeyondFourGibibytes(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = from.resolve("sparse");
    long size = (4L << 30) + 4096 + 17;
    try (FileChannel file =
        FileChannel.open(source, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap("begin".getBytes(java.nio.charset.StandardCharsets.UTF_8)), 0);
      file.write(
          ByteBuffer.wrap("middle".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
          (2L << 30) + 1);
      file.write(ByteBuffer.wrap(new byte[] {7}), size - 1);
    }
    Report report = copy(way, to.resolve("g"), source);
    assertThat(report.failures()).isEmpty();
    Path copied = to.resolve("g");
    assertThat(Files.size(copied)).isEqualTo(size);
    assertThat(((Number) Files.getAttribute(copied, "unix:nlink")).intValue()).isOne();
    try (FileChannel file = FileChannel.open(copied)) {
      ByteBuffer some = ByteBuffer.allocate(6);
      file.read(some, (2L << 30) + 1);
      assertThat(some.array())
          .isEqualTo("middle".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      file.read(some.clear().limit(1), size - 1);
      assertThat(some.get(0)).isEqualTo((byte) 7);
    }
    assertThat(report.wireBytes()).isLessThan(1 << 20);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void severalSourcesGoIntoAFolder(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path[] sources = new Path[100];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = file("f" + i, i * 1000);
    }
    Report report = copy(way, to, sources);
    assertThat(report.failures()).isEmpty();
    assertThat(report.files()).isEqualTo(100);
    for (Path source : sources) {
      assertThat(to.resolve(source.getFileName())).hasSameBinaryContentAs(source);
    }
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void oneBadFileDoesNotStopTheRest(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path good = file("good", 10);
    Report report = copy(way, to, from.resolve("missing"), good);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.path().toString()).endsWith("missing");
              assertThat(failure.cause()).contains("No such file or directory");
            });
    assertThat(to.resolve("good")).hasSameBinaryContentAs(good);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void twoSourcesOfOneNameAreRefusedBeforeAnyByteMoves(Way way, String transport)
      throws IOException {
    start(transport, Options.defaults());
    Path one = file("f", 10);
    Path other = Files.createDirectory(from.resolve("deeper")).resolve("f");
    Files.writeString(other, "other");
    Report report = copy(way, to, one, other);
    assertThat(report.exitStatus()).isEqualTo(2);
    assertThat(names(to)).isEmpty();
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void noClobberLeavesWhatIsThere(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", 10);
    Files.writeString(to.resolve("f"), "old");
    Report report = copy(way, new CopyOptions(true, false, false), to, source);
    assertThat(report.exitStatus()).isZero();
    assertThat(report.skipped()).isOne();
    assertThat(to.resolve("f")).hasContent("old");
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void updateLeavesWhatIsNotOlder(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", 10);
    Files.writeString(to.resolve("f"), "newer");
    Files.setLastModifiedTime(source, FileTime.fromMillis(1_000_000));
    assertThat(copy(way, new CopyOptions(false, true, false), to, source).skipped()).isOne();
    assertThat(to.resolve("f")).hasContent("newer");
    Files.setLastModifiedTime(to.resolve("f"), FileTime.fromMillis(999_999));
    assertThat(copy(way, new CopyOptions(false, true, false), to, source).files()).isOne();
    assertThat(to.resolve("f")).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void aMissingParentIsAFailureUnlessItIsToBeMade(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", 10);
    Path target = to.resolve("a/b/g");
    Report report = copy(way, target, source);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().get(0).cause()).contains("No such file or directory");
    assertThat(copy(way, new CopyOptions(false, false, true), target, source).exitStatus())
        .isZero();
    assertThat(target).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void aFileIsNotCopiedOntoItself(Way way, String transport) throws IOException {
    start(transport, Options.defaults());
    Path source = file("f", 100_000);
    Path same = Files.createLink(to.resolve("same"), source);
    Report report = copy(way, same, source);
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures().get(0).cause()).contains("same file");
    assertThat(Files.size(source)).isEqualTo(100_000);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void theKernelSendsWhereZeroCopyIsOn(Way way, String transport) throws IOException {
    start(transport, Options.defaults().withZeroCopy(Options.ZeroCopy.ON));
    Path source = file("f", 3_000_017);
    assertThat(copy(way, to, source).failures()).isEmpty();
    assertThat(to.resolve("f")).hasSameBinaryContentAs(source);
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("ways")
  void cancellingLeavesTheOldFileAndAPartToResume(Way way, String transport) throws IOException {
    start(transport, Options.defaults().withLimit(1 << 20));
    Path source = file("f", 20 << 20);
    Files.writeString(to.resolve("f"), "old");
    Transfer transfer =
        mover.copy(
            List.of(place(source, way == Way.PULL)),
            place(to, way == Way.PUSH),
            CopyOptions.defaults());
    while (transfer.progress().bytes() == 0) {
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
    }
    transfer.cancel();
    Report report = transfer.await();
    assertThat(report.failures()).anyMatch(f -> f.kind() == Failure.Kind.CANCELLED);
    assertThat(to.resolve("f")).hasContent("old");
    assertThat(names(to)).anyMatch(name -> name.endsWith(".part"));
    mover.close();
    server.close();
    start(transport, Options.defaults());
    Report again = copy(way, to, source);
    assertThat(again.failures()).isEmpty();
    assertThat(again.resumedBytes()).isPositive();
    assertThat(to.resolve("f")).hasSameBinaryContentAs(source);
    assertThat(names(to)).containsExactly("f");
  }
}
