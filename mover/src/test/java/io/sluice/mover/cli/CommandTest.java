package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command from its arguments to its exit, in processes of its own, against a daemon. */
class CommandTest {
  private static final int SIZE = 3_000_001;

  @TempDir static Path base;
  private static Path root;
  private static Daemon daemon;

  @TempDir Path here;
  private Path file;
  private Path there;

  @BeforeAll
  static void serve() throws Exception {
    root = Files.createDirectory(base.resolve("root"));
    daemon = Daemon.serving(root, Daemon.token(base.resolve("token"), "t"), "");
  }

  @AfterAll
  static void stop() throws Exception {
    daemon.close();
  }

  @BeforeEach
  void makeAFile() throws Exception {
    byte[] content = new byte[SIZE];
    new Random(SIZE).nextBytes(content);
    file = Files.write(here.resolve("file"), content);
    there = Files.createTempDirectory(root, "t");
  }

  @Test
  void whatIsPushedAndPulledBackIsTheSame() throws Exception {
    succeed(copy(quoted(file) + " " + on(there)));
    assertThat(there.resolve("file")).hasSameBinaryContentAs(file);
    succeed(copy(on(there.resolve("file")) + " " + quoted(here.resolve("back"))));
    assertThat(here.resolve("back")).hasSameBinaryContentAs(file);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeltaIsRightWhereBuffersArePartsOfLargerOnes(boolean push) throws Exception {
    byte[] older = new byte[8 << 20];
    new Random(1).nextBytes(older);
    byte[] newer = older.clone();
    for (int at = 100_000; at < newer.length; at += 300_000) {
      newer[at]++;
    }
    Path local = Files.createDirectory(here.resolve("tree"));
    Files.write((push ? local : there).resolve("image"), newer);
    Files.write((push ? there : local).resolve("image"), older);
    String from = push ? quoted(local) : on(there);
    String to = push ? on(there) : quoted(local);
    Forked.Result result =
        Forked.java()
            .with("JDK_JAVA_OPTIONS", "-Dio.netty.allocator.type=pooled")
            .mover("sync --json --streams 4 " + daemon.key() + " " + from + " " + to);
    succeed(result);
    assertThat(Files.mismatch(local.resolve("image"), there.resolve("image"))).isEqualTo(-1);
    assertThat(result.out()).contains("\"corrupt_extents\":0", "\"retries\":0");
  }

  @Test
  void aCopyOnThisHostNeedsNoDaemon() throws Exception {
    succeed(mover("copy " + quoted(file) + " " + quoted(here.resolve("local"))));
    assertThat(here.resolve("local")).hasSameBinaryContentAs(file);
  }

  @Test
  void severalSourcesGoIntoAFolder() throws Exception {
    Path other = Files.writeString(here.resolve("other"), "other");
    succeed(copy(quoted(file) + " " + quoted(other) + " " + on(there)));
    assertThat(there.resolve("file")).hasSameBinaryContentAs(file);
    assertThat(there.resolve("other")).hasContent("other");
  }

  @Test
  void twoSourcesOfOneNameAreRefusedBeforeAnyByteMoves() throws Exception {
    Path folder = Files.createDirectory(here.resolve("d"));
    Path twin = Files.writeString(folder.resolve("file"), "twin");
    Forked.Result result = copy(quoted(file) + " " + quoted(twin) + " " + on(there));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("file");
    assertThat(there).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void namesKeepTheirBytesToTheDiskAndBackInEveryLocale(Locales locale) throws Exception {
    Forked forked = locale.forked(base);
    Path from = Files.createDirectory(here.resolve("from"));
    Path back = Files.createDirectory(here.resolve("back"));
    String names = "$'caf\\xe9' $'caf\\xc3\\xa9' $'two\\nlines' $'\\xff\\xfe' $'" + long255() + "'";
    Forked.Result made =
        forked.script("cd " + quoted(from) + " && for n in " + names + "; do echo x >\"$n\"; done");
    assertThat(made.status()).as(made.err()).isZero();

    String each = "for n in " + names + "; do ";
    String command = Forked.java(Main.class) + " copy -q " + daemon.key() + " ";
    String target = "\"" + daemon.place(there) + "/$n\"";
    succeed(
        forked.script(
            "cd "
                + quoted(from)
                + " && "
                + each
                + command
                + "./\"$n\" "
                + target
                + " || exit; done"));
    succeed(
        forked.script(
            "cd " + quoted(back) + " && " + each + command + target + " ./\"$n\" || exit; done"));
    succeed(forked.script("diff -r " + quoted(from) + " " + quoted(there)));
    succeed(forked.script("diff -r " + quoted(from) + " " + quoted(back)));
  }

  @Test
  void aFailureRepeatsANameInItsOwnBytes() throws Exception {
    Forked.Result result = mover("copy $'caf\\xe9' " + quoted(here.resolve("x")));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("caf\u00e9").contains("No such file or directory");
  }

  @Test
  void aMissingSourceIsOneLineWithItsCause() throws Exception {
    Forked.Result result = copy(quoted(here.resolve("none")) + " " + on(there));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo("mover: " + here.resolve("none") + ": No such file or directory\n");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aMissingRemoteSourceNamesTheSide() throws Exception {
    Forked.Result result = copy(on(there.resolve("none")) + " " + quoted(here));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).startsWith("mover: 127.0.0.1").contains("No such file or directory");
    assertThat(result.err().lines()).hasSize(1);
  }

  @Test
  void oneBadSourceDoesNotStopTheOthers() throws Exception {
    Forked.Result result =
        copy(quoted(here.resolve("none")) + " " + quoted(file) + " " + on(there));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("none").contains("No such file or directory");
    assertThat(there.resolve("file")).hasSameBinaryContentAs(file);
  }

  @Test
  void aMissingParentIsAFailureUnlessItIsToBeMade() throws Exception {
    Path deep = there.resolve("a/b/c");
    Forked.Result result = copy(quoted(file) + " " + on(deep));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("No such file or directory");
    succeed(copy("--mkpath " + quoted(file) + " " + on(deep)));
    assertThat(deep).hasSameBinaryContentAs(file);
  }

  @Test
  void aFolderAsSourceSaysWhatToUse() throws Exception {
    Forked.Result result = copy(quoted(Files.createDirectory(here.resolve("d"))) + " " + on(there));
    assertThat(result.status()).isNotZero();
    assertThat(result.err()).contains("sync");
  }

  @Test
  void aFileAsSourceOfASyncSaysWhatToUse() throws Exception {
    Forked.Result result = mover("sync " + quoted(file) + " " + quoted(here.resolve("d")));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("Not a directory").contains("copy");
  }

  @Test
  void aDestinationThatCannotBeUsedIsOneLineWhateverTheTreeHolds() throws Exception {
    Path tree = Files.createDirectory(here.resolve("tree"));
    Path one = Files.writeString(tree.resolve("one"), "x");
    Files.createLink(tree.resolve("two"), one);
    Forked.Result result = mover("sync " + quoted(tree) + " " + quoted(file));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).singleElement().asString().contains("is no folder");
  }

  @Test
  void sourceAndDestinationTheSameFileIsRefused() throws Exception {
    Forked.Result result = mover("copy " + quoted(file) + " " + quoted(file));
    assertThat(result.status()).isNotZero();
    assertThat(result.err()).contains("same file");
    assertThat(file).hasSize(SIZE);
  }

  @Test
  void aFifoAsSourceIsRefusedAndNotWaitedFor() throws Exception {
    succeed(Forked.java().script("mkfifo " + quoted(here.resolve("fifo"))));
    Forked.Result result = copy(quoted(here.resolve("fifo")) + " " + on(there));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("fifo");
  }

  @Test
  void noClobberLeavesWhatIsThereAndIsNoFailure() throws Exception {
    Path old = Files.writeString(there.resolve("file"), "old");
    Forked.Result result = copy("--no-clobber " + quoted(file) + " " + on(there));
    succeed(result);
    assertThat(old).hasContent("old");
    assertThat(result.out()).contains("1 skipped");
  }

  @Test
  void updateOverwritesOnlyWhatIsOlder() throws Exception {
    Path old = Files.writeString(there.resolve("file"), "old");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().plusSeconds(3600)));
    succeed(copy("--update " + quoted(file) + " " + on(there)));
    assertThat(old).hasContent("old");
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    succeed(copy("--update " + quoted(file) + " " + on(there)));
    assertThat(old).hasSameBinaryContentAs(file);
  }

  @Test
  void aWrongKeyEndsWithThreeAndNeverTriesSsh() throws Exception {
    Path wrong = Daemon.token(here.resolve("wrong"), "w");
    Forked.Result result =
        mover("copy --token-file " + quoted(wrong) + " " + quoted(file) + " " + on(there));
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.err()).contains("key").doesNotContain("ssh").doesNotContain("wwww");
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aTokenThatOthersMayReadIsAMistakeOfTheCall() throws Exception {
    Path open = Daemon.token(here.resolve("open"), "o");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Forked.Result result =
        mover("copy --token-file " + quoted(open) + " " + quoted(file) + " " + on(there));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("chmod 600").doesNotContain("a defect");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--json "})
  void aVerifyThatFindsNobodyDoesNotSayThatNothingDiffers(String json) throws Exception {
    Forked.Result result =
        mover("verify " + json + daemon.key() + " " + quoted(here) + " mover://127.0.0.1:1/x");
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.err()).contains("refused").doesNotContain("no difference");
    assertThat(result.out()).doesNotContain("no difference");
  }

  @Test
  void nobodyListeningEndsWithThree() throws Exception {
    Forked.Result result =
        mover("copy " + daemon.key() + " " + quoted(file) + " mover://127.0.0.1:1/x");
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.err()).startsWith("mover: 127.0.0.1").contains("refused");
  }

  @Test
  void whatIsNotBelowARootIsRefused() throws Exception {
    Forked.Result result = copy(quoted(file) + " " + on(base.resolve("outside")));
    assertThat(result.status()).isEqualTo(1);
    assertThat(base.resolve("outside")).doesNotExist();
  }

  @Test
  void aDaemonThatIsReadOnlyRefusesToWrite() throws Exception {
    try (Daemon readOnly = Daemon.serving(root, base.resolve("token"), "--read-only")) {
      Forked.Result result =
          mover("copy " + readOnly.key() + " " + quoted(file) + " " + readOnly.place(there));
      assertThat(result.status()).isEqualTo(1);
      assertThat(result.err()).contains("127.0.0.1");
      assertThat(there).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void theTransportThatIsRequiredCarriesIt(String transport) throws Exception {
    Forked.Result result =
        copy("--json --transport " + transport + " " + quoted(file) + " " + on(there));
    succeed(result);
    assertThat(lastLine(result.out())).contains("\"transport\":\"" + transport + "\"");
  }

  @Test
  void jsonIsOneObjectALineAndTheReportIsTheLast() throws Exception {
    Forked.Result result = copy("--json --streams 3 " + quoted(file) + " " + on(there));
    succeed(result);
    assertThat(result.out().lines())
        .allMatch(line -> line.startsWith("{\"schema\":1,\"event\":\""));
    assertThat(lastLine(result.out()))
        .contains("\"event\":\"report\"", "\"bytes\":" + SIZE, "\"failures\":[]")
        .contains("\"streams\":")
        .endsWith("}");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void jsonListsAFailureWithItsNameInBase64WhereItIsNotUtf8() throws Exception {
    Forked.Result result = copy("--json " + quoted(here) + "/$'\\xe9' " + on(there));
    assertThat(result.status()).isEqualTo(1);
    assertThat(lastLine(result.out()))
        .contains("\"event\":\"report\"", "\"kind\":\"file\"", "\"path_b64\":\"")
        .contains("No such file or directory");
  }

  @Test
  void quietPrintsNothing() throws Exception {
    Forked.Result result = copy("--quiet " + quoted(file) + " " + on(there));
    assertThat(result).isEqualTo(new Forked.Result(0, "", ""));
  }

  @Test
  void theReportTellsRateStreamsTransportAndWhatItWaitedFor() throws Exception {
    Forked.Result result = copy(quoted(file) + " " + on(there));
    succeed(result);
    assertThat(result.out())
        .matches(
            "copied 2\\.86 MiB in [0-9.]+ s, .+/s, \\d+ streams?, epoll, because [^\n]+\n.*\n");
    assertThat(result.out()).contains("\nbottleneck: ");
  }

  @Test
  void aPlaceThatWasNotMeantToBeAHostIsFoundWithADotAndASlash() throws Exception {
    Files.writeString(here.resolve("a:b"), "colon");
    succeed(Forked.java().in(here).mover("copy ./a:b c"));
    assertThat(here.resolve("c")).hasContent("colon");
  }

  @Test
  void theTokenComesFromTheVariableToo() throws Exception {
    String token = Files.readString(base.resolve("token")).strip();
    succeed(
        Forked.java().with("MOVER_TOKEN", token).mover("copy " + quoted(file) + " " + on(there)));
    assertThat(there.resolve("file")).hasSameBinaryContentAs(file);
  }

  @Test
  void theDemoVerifiesItsCopyAndCleansUp() throws Exception {
    Forked.Result result = mover("demo --size 8MiB --folder " + quoted(here));
    succeed(result);
    assertThat(result.out())
        .contains("copied 8.00 MiB", "bottleneck:", "processor time", "verified");
    assertThat(here).isDirectoryNotContaining("glob:**mover-demo*");
  }

  private Forked.Result copy(String arguments) throws Exception {
    return mover("copy " + daemon.key() + " " + arguments);
  }

  private static Forked.Result mover(String arguments) throws Exception {
    return Forked.java().mover(arguments);
  }

  private static String on(Path path) {
    return "'" + daemon.place(path) + "'";
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }

  private static String long255() {
    return "\\xfe" + "n".repeat(254);
  }

  private static String lastLine(String text) {
    return text.lines().reduce((first, second) -> second).orElse("");
  }

  private static void succeed(Forked.Result result) {
    assertThat(result.status()).as("%s%s", result.out(), result.err()).isZero();
    assertThat(result.err()).doesNotContain("mover: ");
  }
}
