package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.mover.BytePath;
import io.sluice.mover.Mover;
import io.sluice.mover.MoverServer;
import io.sluice.mover.Options;
import io.sluice.mover.Place;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.Token;
import io.sluice.mover.fault.Needs;
import io.sluice.mover.verify.Difference;
import io.sluice.mover.verify.Difference.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteVerifyTest {
  private static final Token TOKEN = Token.of("a-token-for-tests");
  private static final FileTime THEN = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path folder;
  private Path first;
  private Path second;
  private MoverServer server;
  private Mover mover;

  @BeforeEach
  void makeTwoEqualTrees() throws IOException {
    first = tree("first");
    second = tree("second");
    server =
        MoverServer.builder()
            .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .root(BytePath.of(folder.toString()))
            .readOnly(true)
            .token(TOKEN)
            .start();
    mover = Mover.builder().port(port()).token(TOKEN).options(Options.defaults()).build();
  }

  private Path tree(String name) throws IOException {
    Path root = Files.createDirectory(folder.resolve(name));
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("sub/file"), "content");
    Files.writeString(root.resolve("other"), "something else");
    Files.createSymbolicLink(root.resolve("link"), Path.of("other"));
    settle(root);
    return root;
  }

  private static void settle(Path root) throws IOException {
    for (String one : List.of("sub/file", "other", "sub", "")) {
      if (Files.exists(root.resolve(one))) {
        Files.setLastModifiedTime(root.resolve(one), THEN);
      }
    }
    new ProcessBuilder("touch", "-hd", "2001-09-09", root.resolve("link").toString())
        .start()
        .onExit()
        .join();
  }

  @AfterEach
  void stop() {
    mover.close();
    server.close();
  }

  private int port() {
    return server.addresses().get(0).getPort();
  }

  private Place here(Path path) {
    return Place.local(BytePath.of(path.toString()));
  }

  private Place there(Path path) {
    return Place.on("127.0.0.1", port(), BytePath.of(path.toString()));
  }

  private Map<String, Kind> compare(Place one, Place other) {
    List<Difference> found = new ArrayList<>();
    RemoteVerify.Outcome outcome =
        new RemoteVerify(found::add).run(mover, one, other, SyncOptions.defaults());
    assertThat(outcome.report().failures()).isEmpty();
    assertThat(outcome.differences()).isEqualTo(found.size());
    Map<String, Kind> kinds = new TreeMap<>();
    found.forEach(one2 -> kinds.put(one2.path().toString(), one2.kind()));
    return kinds;
  }

  private static Map<String, FileTime> changes(Path root) throws IOException {
    Map<String, FileTime> changes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path one : all.toList()) {
        changes.put(
            one.toString(),
            (FileTime)
                Files.getAttribute(one, "unix:ctime", java.nio.file.LinkOption.NOFOLLOW_LINKS));
      }
    }
    return changes;
  }

  @Test
  void equalTreesDoNotDifferWhicheverIsRemote() {
    assertThat(compare(here(first), there(second))).isEmpty();
    assertThat(compare(there(first), here(second))).isEmpty();
  }

  @Test
  void contentThatDiffersBehindEqualSizeAndTimeIsFound() throws IOException {
    Files.writeString(second.resolve("sub/file"), "cOntent");
    settle(second);
    assertThat(compare(here(first), there(second)))
        .containsExactly(Map.entry("sub/file", Kind.CONTENT));
    assertThat(compare(there(first), here(second)))
        .containsExactly(Map.entry("sub/file", Kind.CONTENT));
  }

  @Test
  void whatOneSideLacksIsFound() throws IOException {
    Files.delete(second.resolve("other"));
    Files.writeString(second.resolve("sub/more"), "");
    settle(second);
    assertThat(compare(here(first), there(second)))
        .containsExactly(Map.entry("other", Kind.MISSING), Map.entry("sub/more", Kind.EXTRA));
    assertThat(compare(there(first), here(second)))
        .containsExactly(Map.entry("other", Kind.MISSING), Map.entry("sub/more", Kind.EXTRA));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mode", "time", "attribute"})
  void metadataThatDiffersIsFound(String what) throws IOException {
    Path other = second.resolve("other");
    switch (what) {
      case "mode" ->
          Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
      case "time" -> Files.setLastModifiedTime(other, FileTime.fromMillis(5));
      default ->
          Files.setAttribute(
              other, "user:note", "x".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    assertThat(compare(here(first), there(second)))
        .containsExactly(Map.entry("other", Kind.METADATA));
  }

  @Test
  void anOwnerThatDiffersIsFoundByWhoCouldNotSetIt() throws Exception {
    Needs.root();
    Files.setAttribute(second.resolve("other"), "unix:uid", 1);
    String user = System.setProperty("user.name", "somebody");
    Map<String, Kind> found;
    try {
      found = compare(there(first), here(second));
    } finally {
      System.setProperty("user.name", user);
    }
    assertThat(found).containsExactly(Map.entry("other", Kind.METADATA));
  }

  @Test
  void aLinkThatLeadsElsewhereIsFound() throws IOException {
    Files.delete(second.resolve("link"));
    Files.createSymbolicLink(second.resolve("link"), Path.of("sub"));
    settle(second);
    assertThat(compare(here(first), there(second))).containsExactly(Map.entry("link", Kind.TARGET));
  }

  @Test
  void twoFilesAreNotOneFileWithTwoNames() throws IOException {
    Files.createLink(first.resolve("again"), first.resolve("other"));
    Files.copy(second.resolve("other"), second.resolve("again"));
    Files.setLastModifiedTime(second.resolve("again"), THEN);
    settle(first);
    settle(second);
    assertThat(compare(here(first), there(second))).containsValue(Kind.HARD_LINKS).hasSize(1);
  }

  @Test
  void aFileWithTwoNamesIsNoDifferenceHoweverLongItIsHashed() throws IOException {
    for (Path root : List.of(first, second)) {
      try (RandomAccessFile large = new RandomAccessFile(root.resolve("large").toFile(), "rw")) {
        large.setLength(200 << 20);
      }
      Files.setLastModifiedTime(root.resolve("large"), THEN);
      Files.createLink(root.resolve("sub/again"), root.resolve("large"));
      settle(root);
    }
    for (int round = 0; round < 5; round++) {
      assertThat(compare(here(first), there(second))).isEmpty();
    }
  }

  @Test
  void aSecondSideThatIsNotThereIsSaidToBeMissing() {
    RemoteVerify.Outcome outcome =
        new RemoteVerify(difference -> {})
            .run(mover, here(first), there(folder.resolve("nowhere")), SyncOptions.defaults());
    assertThat(outcome.missing()).isTrue();
  }

  @Test
  void anEmptyFirstSideLacksAllThatTheSecondHas() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    settle(empty);
    Map<String, Kind> all = Map.of("sub", Kind.EXTRA, "other", Kind.EXTRA, "link", Kind.EXTRA);
    assertThat(compare(here(empty), there(second))).isEqualTo(all);
    assertThat(compare(there(empty), here(second))).isEqualTo(all);
  }

  @Test
  void whatIsAFolderOnOneSideAndAFileOnTheOtherIsFound() throws IOException {
    Files.delete(second.resolve("other"));
    Files.createDirectory(second.resolve("other"));
    settle(second);
    assertThat(compare(here(first), there(second)))
        .containsExactly(Map.entry("other", Kind.CONTENT));
  }

  @Test
  void aFileThatCannotBeReadIsAFailureAndNoDifference() throws IOException {
    // Some of the kernel's files of a loopback interface can't be read, by whoever tries.
    Path unreadable = Path.of("/sys/class/net/lo/speed");
    assumeTrue(Files.exists(unreadable), "needs /sys of a kernel with a loopback interface");
    List<Difference> found = new ArrayList<>();
    RemoteVerify.Outcome outcome =
        new RemoteVerify(found::add)
            .run(mover, here(unreadable.getParent()), there(second), SyncOptions.defaults());
    assertThat(outcome.report().exitStatus()).isEqualTo(Exit.FAILED);
    assertThat(outcome.report().failures())
        .anySatisfy(failure -> assertThat(failure.path().toString()).endsWith("speed"));
    assertThat(found).noneMatch(one -> one.path().toString().equals("speed"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theCommandExitsWithFiveOnlyWhereSomethingDiffers(boolean differs) throws IOException {
    if (differs) {
      Files.delete(second.resolve("other"));
      settle(second);
    }
    Path token = folder.resolve("token");
    Files.writeString(token, "a-token-for-tests\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    int status =
        new Captured(false)
            .run(
                "verify",
                "--token-file",
                token.toString(),
                first.toString(),
                "mover://127.0.0.1:" + port() + second);
    assertThat(status).isEqualTo(differs ? Exit.DIFFERENT : Exit.OK);
  }

  @Test
  void nothingIsWritten() throws IOException {
    Files.writeString(second.resolve("sub/more"), "");
    Files.delete(second.resolve("other"));
    Map<String, FileTime> before = changes(folder);
    compare(here(first), there(second));
    compare(there(first), here(second));
    assertThat(changes(folder)).isEqualTo(before);
  }
}
