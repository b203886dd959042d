package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a user gets: a checkout whose {@code bin/mover} builds, an archive that needs only Java, and
 * two artifacts for other projects. All come from one build of a copy of the sources.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LauncherTest {
  private static final String VERSION = "mover \\d+\\.\\d+\\.\\d+ \\(Java .+\\)\n";

  @TempDir static Path base;
  private static Checkout checkout;
  private static Path onPath;
  private static Forked.Result first;

  @BeforeAll
  static void startForTheFirstTime() throws Exception {
    checkout = Checkout.in(base.resolve("checkout"));
    onPath = Files.createDirectory(base.resolve("path"));
    Files.createSymbolicLink(onPath.resolve("mover"), checkout.path("bin/mover"));
    first = start("--version");
  }

  @Test
  @Order(1)
  void theFirstStartBuildsWithALineOfProgress() {
    assertThat(first.status()).as(first.err()).isZero();
    assertThat(first.out()).matches(VERSION);
    assertThat(first.err()).matches("mover: building .+\nmover: built in \\d+ s\n");
  }

  @Test
  @Order(2)
  void aLaterStartDoesNotBuild() throws Exception {
    assertThat(start("--version")).isEqualTo(new Forked.Result(0, first.out(), ""));
  }

  @Test
  @Order(2)
  void aStartFindsItsClassesInTheArchive() throws Exception {
    Forked.Result result =
        Forked.java()
            .with("PATH", onPath + ":" + System.getenv("PATH"))
            .with("MOVER_JAVA_OPTS", "-Xlog:class+load:stdout")
            .script("cd / && exec mover demo --size 64KiB --folder '" + base + "'");
    assertThat(result.status()).as(result.err()).isZero();
    List<String> own =
        result.out().lines().filter(line -> line.contains(" io.sluice.mover.")).toList();
    assertThat(own).hasSizeGreaterThan(100);
    assertThat(own.stream().filter(line -> line.contains("shared objects file")).count())
        .isGreaterThan(own.size() * 9L / 10);
  }

  @ParameterizedTest
  @MethodSource("javas")
  @Order(3)
  void theArchiveNeedsNothingButJava(Path java) throws Exception {
    Path folder = Files.createTempDirectory(base, "other host");
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("bash", "readlink", "flock", "timeout", "mv", "rm")) {
      Files.copy(Path.of("/usr/bin", tool), tools.resolve(tool));
    }
    succeed(Forked.java().script("tar -xzf '" + checkout.archive() + "' -C '" + folder + "'"));
    Forked host =
        Forked.java().in(folder).with("PATH", tools.toString()).with("JAVA_HOME", java.toString());
    Forked.Result result =
        host.script("exec ./sluice-*/bin/mover demo --size 1MiB --folder '" + folder + "'");

    succeed(result);
    assertThat(result.out()).contains("verified");
    assertThat(result.err()).doesNotContain("WARNING");
    try (Stream<Path> lib = Files.walk(folder)) {
      assertThat(lib.filter(file -> file.toString().endsWith(".jsa"))).hasSize(1);
    }
  }

  /** The Java that runs the tests, and 25 where it is. */
  static List<Path> javas() throws Exception {
    List<Path> homes = new ArrayList<>();
    homes.add(Path.of(System.getProperty("java.home")));
    if (Files.isDirectory(Path.of("/usr/lib/jvm"))) {
      try (Stream<Path> all = Files.list(Path.of("/usr/lib/jvm"))) {
        all.filter(home -> home.toString().contains("25"))
            .filter(home -> Files.isExecutable(home.resolve("bin/java")))
            .findFirst()
            .ifPresent(homes::add);
      }
    }
    return homes;
  }

  @Test
  @Order(3)
  void withoutJavaItPrintsTheOneCommandThatInstallsIt() throws Exception {
    assumeTrue(isRoot(), "needs root, to hide Java in a mount namespace");
    Path folder = Files.createDirectory(base.resolve("bare"));
    succeed(Forked.java().script("tar -xzf '" + checkout.archive() + "' -C '" + folder + "'"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("bash", "readlink", "apt-get", "apt-cache", "env", "setpriv")) {
      Files.copy(Path.of("/usr/bin", tool), tools.resolve(tool));
    }
    Forked.Result result =
        Forked.java()
            .in(folder)
            .script(
                "chmod 755 '"
                    + base
                    + "' && exec unshare -m bash -c 'mount -t tmpfs none"
                    + " /usr/lib/jvm && exec setpriv --reuid 65534 --clear-groups env -u JAVA_HOME"
                    + " PATH=\""
                    + tools
                    + "\" ./sluice-*/bin/mover --version'");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .matches(
            "mover: Java 17 is missing\\. This installs it: sudo apt-get install -y .*jre.*\n");
  }

  @Test
  @Order(4)
  void anotherProjectBuildsAndRunsAgainstTheMover() throws Exception {
    Path folder = Files.createDirectory(base.resolve("consumer work"));
    Consumer consumer = Consumer.of("mover-consumer", checkout, base);
    assertThat(consumer.run(folder.toString())).isEqualTo("[] hello\n");
    assertThat(consumer.libraries())
        .contains("sluice-mover", "sluice-transport", "picocli", "jna", "micrometer-core")
        .noneMatch(name -> name.startsWith("netty-codec") || name.equals("netty-all"))
        .hasSizeLessThanOrEqualTo(24);
  }

  @Test
  @Order(4)
  void theTransportBringsOnlyTheNettyModulesThatItUses() throws Exception {
    Consumer consumer = Consumer.of("transport-consumer", checkout, base);
    assertThat(consumer.run("")).matches("[a-z_]+, because .+\n");
    assertThat(consumer.libraries().stream().distinct())
        .contains("sluice-transport", "netty-transport", "netty-transport-classes-epoll")
        .allMatch(
            name ->
                name.equals("sluice-transport")
                    || name.matches("netty-(common|buffer|resolver|transport(-.+)?)")
                    || name.matches("jucx|jna|jspecify"));
  }

  /** Last: it leaves another build behind. */
  @Test
  @Order(5)
  void aChangedSourceIsBuiltOnceThoughTwoStartAtOnce() throws Exception {
    Path source = checkout.path("mover/src/main/java/io/sluice/mover/cli/Version.java");
    Files.writeString(source, Files.readString(source).replace("\"mover \"", "\"mover again \""));
    CompletableFuture<Forked.Result> one =
        CompletableFuture.supplyAsync(() -> quietly("--version"));
    CompletableFuture<Forked.Result> two =
        CompletableFuture.supplyAsync(() -> quietly("--version"));
    List<Forked.Result> results =
        List.of(one.get(10, TimeUnit.MINUTES), two.get(10, TimeUnit.MINUTES));

    assertThat(results).allMatch(result -> result.out().startsWith("mover again "));
    assertThat(results.stream().filter(result -> result.err().contains("mover: built in")))
        .hasSize(1);
    assertThat(checkout.builds()).as("the old build is swept").isEqualTo(1);
  }

  private static Forked.Result quietly(String arguments) {
    try {
      return start(arguments);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** By its name on the PATH, from another folder. */
  private static Forked.Result start(String arguments) throws Exception {
    return Forked.java()
        .with("PATH", onPath + ":" + System.getenv("PATH"))
        .in(Path.of("/"))
        .script("exec mover " + arguments);
  }

  private static boolean isRoot() throws Exception {
    return Forked.java().script("id -u").out().equals("0\n");
  }

  private static void succeed(Forked.Result result) {
    assertThat(result.status()).as("%s%s", result.out(), result.err()).isZero();
  }
}
