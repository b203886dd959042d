package io.sluice.mover.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import io.sluice.mover.fault.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The real rsync says which entries of a tree take part. */
class RsyncOracleTest {
  private static final List<String> NAMES =
      List.of("a", "b", "c", "ab", "abc", "b1", "-", "]", "[a]", "a*", "**", "a?", "b\\", ".a");

  private static Path root;
  private static Path rsync;

  @BeforeContainer
  static void makeTree() throws IOException {
    rsync = Needs.program("rsync", "rsync");
    root = Files.createTempDirectory("rules-");
    fill(Files.createDirectory(root.resolve("from")), 0, new Random(7));
  }

  private static void fill(Path folder, int depth, Random random) throws IOException {
    for (String name : NAMES) {
      Path entry = folder.resolve(name);
      if (depth < 3 && random.nextInt(depth + 2) == 0) {
        fill(Files.createDirectory(entry), depth + 1, random);
      } else if (random.nextInt(3) > 0) {
        Files.createFile(entry);
      }
    }
  }

  @AfterContainer
  static void removeTree() throws IOException {
    if (root != null) {
      try (var paths = Files.walk(root)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Provide
  Arbitrary<List<String>> rules() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "a",
            "b",
            "c",
            "ab",
            "1",
            "-",
            "]",
            "\\",
            "*",
            "*",
            "**",
            "***",
            "?",
            "[ab]",
            "[!a]",
            "[^b-z]",
            "[]a]",
            "[a-]",
            "[[:alpha:]]",
            "[[:punct:]-]",
            "[[:x:]]",
            "[[:a]",
            "[\\]]",
            "[",
            "\\*",
            "\\[",
            ".",
            "/",
            "/",
            "/");
    Arbitrary<String> pattern = piece.list().ofMinSize(1).ofMaxSize(6).map(l -> String.join("", l));
    Arbitrary<String> sign = Arbitraries.of("+ ", "- ", "- ");
    Arbitrary<String> rule = Combinators.combine(sign, pattern).as((s, p) -> s + p);
    return rule.list().ofMinSize(1).ofMaxSize(4);
  }

  @Property(tries = 80)
  void theRulesLeaveOutWhatRsyncLeavesOut(@ForAll("rules") List<String> rules) throws Exception {
    Path from = root.resolve("from");
    Rules ours = Rules.of(rules.toArray(String[]::new));
    TreeSet<String> expected = new TreeSet<>(listedByRsync(from, rules));
    TreeSet<String> found = new TreeSet<>();
    walk(from, "", ours, found);
    assertThat(found).isEqualTo(expected);
  }

  private static void walk(Path folder, String above, Filter filter, Set<String> found)
      throws IOException {
    try (var entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        String path = above + entry.getFileName();
        boolean isFolder = Files.isDirectory(entry);
        if (!filter.excludes(BytePath.of(path), isFolder)) {
          found.add(path);
          if (isFolder) {
            walk(entry, path + "/", filter, found);
          }
        }
      }
    }
  }

  private static List<String> listedByRsync(Path from, List<String> rules) throws Exception {
    Path file = root.resolve("rules");
    Files.write(file, rules);
    Process process =
        new ProcessBuilder(
                rsync.toString(),
                "-nr8",
                "--exclude-from=" + file,
                "--out-format=%n",
                from + "/",
                root.resolve("to").toString())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    assertThat(process.waitFor()).as(output).isZero();
    return output
        .lines()
        .filter(line -> !line.equals("./") && !line.startsWith("created directory"))
        .map(line -> line.endsWith("/") ? line.substring(0, line.length() - 1) : line)
        .toList();
  }
}
