package io.sluice.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.mover.fault.Await;
import io.sluice.mover.fault.FaultyRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application can do that has no files, or wants a say. */
class LibraryTest {
  private static final Token TOKEN = Token.of("a-token-for-tests");

  @TempDir Path folder;
  private MoverServer server;
  private Mover mover;

  /** Bytes in memory that take their time. */
  private static final class Bytes implements Source {
    private final byte[] bytes;
    private final long nanosPerRead;

    Bytes(int size, long nanosPerRead) {
      bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      this.nanosPerRead = nanosPerRead;
    }

    @Override
    public Attributes attributes() {
      return Attributes.ofSize(bytes.length);
    }

    @Override
    public int read(ByteBuffer into, long position) {
      LockSupport.parkNanos(nanosPerRead);
      if (position >= bytes.length) {
        return -1;
      }
      int count = (int) Math.min(into.remaining(), bytes.length - position);
      into.put(bytes, (int) position, count);
      return count;
    }

    @Override
    public void close() {}
  }

  /** Keeps what comes in a map; writes take their time. */
  private static final class Memory implements Store {
    final Map<BytePath, byte[]> files = new ConcurrentHashMap<>();
    private final long nanosPerWrite;

    Memory(long nanosPerWrite) {
      this.nanosPerWrite = nanosPerWrite;
    }

    @Override
    public Source source(BytePath path) throws IOException {
      throw new StoreException(path, 2, "No such file or directory");
    }

    @Override
    public Sink sink(BytePath path, Attributes source, SinkOptions options) {
      byte[] bytes = new byte[(int) source.size()];
      return new Sink() {
        @Override
        public void write(ByteBuffer from, long position) {
          LockSupport.parkNanos(nanosPerWrite);
          from.get(bytes, (int) position, from.remaining());
        }

        @Override
        public int read(ByteBuffer into, long position) {
          return -1;
        }

        @Override
        public List<String> complete(Attributes attributes, boolean durable) {
          files.put(path, bytes);
          return List.of();
        }

        @Override
        public void discard() {}

        @Override
        public void close() {}
      };
    }

    @Override
    public Attributes attributes(BytePath path) {
      return null;
    }

    @Override
    public void makeFolder(BytePath path, boolean parents) {}
  }

  private MoverServer.Builder serving() {
    return MoverServer.builder()
        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .token(TOKEN);
  }

  private int port() {
    return server.addresses().get(0).getPort();
  }

  private static Place on(int port, String path) {
    return Place.on("127.0.0.1", port, BytePath.of(path));
  }

  private void client(Options options) {
    mover = Mover.builder().options(options).token(TOKEN).build();
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

  @Test
  void aSourceThatIsNoFileArrivesInAStoreThatIsNoFileSystem() throws IOException {
    Memory memory = new Memory(0);
    server = serving().store(memory).start();
    client(Options.defaults());
    Bytes source = new Bytes(3_000_001, 0);
    Report report = mover.copy(source, on(port(), "/any/name"), CopyOptions.defaults()).await();
    assertThat(report.failures()).isEmpty();
    assertThat(memory.files.get(BytePath.of("/any/name"))).isEqualTo(source.bytes);
  }

  @Test
  void aSlowSourceIsNamedAsTheBottleneck() throws IOException {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults());
    Report report =
        mover
            .copy(new Bytes(32 << 20, 5_000_000), on(port(), "/f"), CopyOptions.defaults())
            .await();
    assertThat(report.bottleneck().stage()).isEqualTo(Report.Stage.SOURCE);
    assertThat(report.bottleneck().text()).startsWith("source disk (reads took ");
  }

  @Test
  void aSlowDestinationIsNamedAsTheBottleneck() throws IOException {
    server = serving().store(new Memory(5_000_000)).start();
    client(Options.defaults());
    Report report =
        mover.copy(new Bytes(32 << 20, 0), on(port(), "/f"), CopyOptions.defaults()).await();
    assertThat(report.bottleneck().stage()).isEqualTo(Report.Stage.DESTINATION);
  }

  @Test
  void aSlowNetworkIsNamedAsTheBottleneck() throws Exception {
    server = serving().store(new Memory(0)).start();
    try (FaultyRelay relay = new FaultyRelay(server.addresses().get(0))) {
      relay.toServer().limit(16 << 20);
      client(Options.defaults());
      Report report =
          mover
              .copy(new Bytes(32 << 20, 0), on(relay.port(), "/f"), CopyOptions.defaults())
              .await();
      assertThat(report.bottleneck().stage()).isEqualTo(Report.Stage.NETWORK);
    }
  }

  @Test
  void theRateLimitIsKeptAndNamedAsTheBottleneck() throws IOException {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults().withLimit(16 << 20));
    Report report =
        mover.copy(new Bytes(16 << 20, 0), on(port(), "/f"), CopyOptions.defaults()).await();
    assertThat(report.bottleneck().stage()).isEqualTo(Report.Stage.LIMIT);
    assertThat(report.bytesPerSecond()).isLessThan(1.2 * (16 << 20));
  }

  @Test
  void anAuthoriserSeesWhatIsAskedAndItsReasonReachesTheUser() throws IOException {
    server =
        serving()
            .root(BytePath.of(folder.toString()))
            .authoriser(
                request -> request.writes() ? "no writing of " + request.paths() + " today" : null)
            .start();
    client(Options.defaults());
    Report report = mover.copy(new Bytes(10, 0), on(port(), "/f"), CopyOptions.defaults()).await();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures())
        .singleElement()
        .hasToString("127.0.0.1: no writing of [/f] today");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aReadOnlyServerIsNotWrittenTo() throws IOException {
    server = serving().root(BytePath.of(folder.toString())).readOnly(true).start();
    client(Options.defaults());
    Report report =
        mover.copy(new Bytes(10, 0), on(port(), folder + "/f"), CopyOptions.defaults()).await();
    assertThat(report.failures()).singleElement().asString().contains("read-only");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aWrongKeyIsAConnectionFailureAndTouchesNothing() throws IOException {
    server = serving().root(BytePath.of(folder.toString())).start();
    mover = Mover.builder().token(Token.of("another-token-for-tests")).build();
    Report report =
        mover.copy(new Bytes(10, 0), on(port(), folder + "/f"), CopyOptions.defaults()).await();
    assertThat(report.exitStatus()).isEqualTo(3);
    assertThat(report.failures()).singleElement().asString().contains("key");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void metersCountBytesSessionsAndStreams() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    server = serving().store(new Memory(0)).meters(registry).start();
    mover =
        Mover.builder()
            .options(Options.defaults().withStreams(3).withLimit(4 << 20))
            .token(TOKEN)
            .meters(registry)
            .build();
    Transfer transfer = mover.copy(new Bytes(4 << 20, 0), on(port(), "/f"), CopyOptions.defaults());
    Await.until(
        "three streams",
        () ->
            registry.get("sluice.mover.streams").tag("side", "server").gauge().value() == 3
                && registry.get("sluice.mover.sessions").tag("side", "server").gauge().value()
                    == 1);
    assertThat(transfer.await().failures()).isEmpty();
    for (String side : List.of("client", "server")) {
      assertThat(registry.get("sluice.mover.bytes").tag("side", side).counter().count())
          .isEqualTo(4 << 20);
      Await.until(
          "no streams",
          () -> registry.get("sluice.mover.streams").tag("side", side).gauge().value() == 0);
    }
    Await.until(
        "no sessions",
        () -> registry.get("sluice.mover.sessions").tag("side", "server").gauge().value() == 0);
  }

  @Test
  void progressGrowsToTheWholeAndTheReportComesOnce() throws Exception {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults().withLimit(16 << 20));
    Transfer transfer = mover.copy(new Bytes(8 << 20, 0), on(port(), "/f"), CopyOptions.defaults());
    Await.until("some progress", () -> transfer.progress().bytes() > 0);
    assertThat(transfer.progress().totalBytes()).isEqualTo(8 << 20);
    Report report = transfer.report().toCompletableFuture().get(30, TimeUnit.SECONDS);
    assertThat(transfer.progress().bytes()).isEqualTo(8 << 20);
    assertThat(transfer.progress().phase()).isEqualTo(Progress.Phase.DONE);
    assertThat(report.wireBytes()).isGreaterThan(8 << 20);
    assertThat(report.cpuSeconds()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void closingAMoverCancelsWhatRuns() throws Exception {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults().withLimit(1 << 20));
    Transfer transfer =
        mover.copy(new Bytes(64 << 20, 0), on(port(), "/f"), CopyOptions.defaults());
    Await.until("some progress", () -> transfer.progress().bytes() > 0);
    mover.close();
    assertThat(transfer.report().toCompletableFuture()).isDone();
    assertThat(transfer.await().failures())
        .anyMatch(failure -> failure.kind() == Failure.Kind.CANCELLED);
  }

  @Test
  void aDrainedServerTakesNoNewSession() throws Exception {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults());
    server.drain(Duration.ofSeconds(1));
    Report report = mover.copy(new Bytes(10, 0), on(port(), "/f"), CopyOptions.defaults()).await();
    assertThat(report.exitStatus()).isEqualTo(1);
    assertThat(report.failures()).singleElement().asString().contains("going down");
  }

  @Test
  void aTransportThatIsNotThereIsAConnectionFailure() throws IOException {
    server = serving().store(new Memory(0)).start();
    client(Options.defaults().withTransport("carrier-pigeon"));
    Report report = mover.copy(new Bytes(10, 0), on(port(), "/f"), CopyOptions.defaults()).await();
    assertThat(report.exitStatus()).isEqualTo(3);
    assertThat(report.failures()).singleElement().asString().contains("carrier-pigeon");
  }

  @Test
  void fromHostToHostThroughAThirdIsAUsageError() {
    client(Options.defaults());
    Report report = mover.copy(List.of(on(1, "/a")), on(2, "/b"), CopyOptions.defaults()).await();
    assertThat(report.exitStatus()).isEqualTo(2);
  }

  @Test
  void aServerNeedsAToken() {
    assertThatThrownBy(() -> MoverServer.builder().root(BytePath.of("/")).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("token");
  }

  @Test
  void aTokenNeverPrintsItself() {
    assertThat(Token.of("secret-secret-secret").toString()).doesNotContain("secret");
    assertThatThrownBy(() -> Token.of("a secret with spaces"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Token.of("short")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAddressThatIsTakenIsNamed() throws IOException {
    server = serving().root(BytePath.of(folder.toString())).start();
    assertThatThrownBy(
            () ->
                MoverServer.builder()
                    .listen(server.addresses().get(0))
                    .root(BytePath.of(folder.toString()))
                    .token(TOKEN)
                    .start())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining(String.valueOf(port()))
        .hasMessageEndingWith(": Address already in use");
  }

  @Test
  void manySmallFilesAndOneBigOneShareTheStreams() throws IOException {
    Path from = Files.createDirectory(folder.resolve("from"));
    Path to = Files.createDirectory(folder.resolve("to"));
    server = serving().root(BytePath.of(folder.toString())).start();
    client(Options.defaults());
    List<Place> sources = new java.util.ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Path file = Files.writeString(from.resolve("f" + i), "content " + i);
      sources.add(Place.local(BytePath.of(file.toString())));
    }
    byte[] big = new byte[40 << 20];
    new Random(1).nextBytes(big);
    sources.add(Place.local(BytePath.of(Files.write(from.resolve("big"), big).toString())));
    Report report = mover.copy(sources, on(port(), to.toString()), CopyOptions.defaults()).await();
    assertThat(report.failures()).isEmpty();
    assertThat(report.files()).isEqualTo(301);
    assertThat(to.resolve("big")).hasBinaryContent(big);
    assertThat(to.resolve("f299")).hasContent("content 299");
  }
}
