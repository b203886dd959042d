package io.sluice.mover.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RulesTest {
  private static boolean leavesOut(Rules rules, String path) {
    boolean folder = path.endsWith("/");
    return rules.excludes(
        BytePath.of(folder ? path.substring(0, path.length() - 1) : path), folder);
  }

  @Test
  void theFirstRuleThatFitsDecides() {
    Rules rules = Rules.of("+ /keep.o", "- *.o");

    assertThat(leavesOut(rules, "keep.o")).isFalse();
    assertThat(leavesOut(rules, "a/keep.o")).isTrue();
    assertThat(leavesOut(rules, "a/keep.c")).isFalse();
  }

  @Test
  void aSlashAtTheEndFitsFoldersOnly() {
    Rules rules = Rules.of("tmp/");

    assertThat(leavesOut(rules, "a/tmp/")).isTrue();
    assertThat(leavesOut(rules, "a/tmp")).isFalse();
  }

  @Test
  void threeStarsFitTheFolderAndAllInIt() {
    Rules rules = Rules.of("+ /a/***", "*");

    assertThat(leavesOut(rules, "a/")).isFalse();
    assertThat(leavesOut(rules, "a/b/c")).isFalse();
    assertThat(leavesOut(rules, "a")).isTrue();
  }

  @Test
  void anExclamationMarkForgetsTheRulesBeforeIt() {
    assertThat(Rules.of("a", "!").isEmpty()).isTrue();
  }

  @Test
  void bytesThatAreNoTextAreMatchedAsTheyAre() {
    byte[] pattern = "caf\u00e9*".getBytes(StandardCharsets.ISO_8859_1);
    byte[] name = "caf\u00e9\u00ff".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(Rules.parse(List.of(pattern)).excludes(BytePath.of(name), false)).isTrue();
    assertThat(Rules.parse(List.of(pattern)).excludes(BytePath.of("cafe"), false)).isFalse();
  }

  @Test
  void manyStarsTakeNoExponentialTime() {
    Rules rules = Rules.of("a*".repeat(60) + "b", "**a".repeat(60) + "b");

    assertThat(leavesOut(rules, "a".repeat(255))).isFalse();
  }

  @Test
  void whatIsLocalToABrickIsLeftOut() {
    assertThat(leavesOut(Rules.brick(), ".glusterfs/indices/")).isTrue();
    assertThat(leavesOut(Rules.brick(), ".glusterfs/health_check")).isTrue();
    assertThat(leavesOut(Rules.brick(), ".glusterfs/ab/")).isFalse();
    assertThat(leavesOut(Rules.brick(), "a/.glusterfs/indices/")).isFalse();
  }

  @Test
  void anEmptyPatternIsRefused() {
    assertThatThrownBy(() -> Rules.of("- ")).hasMessage("a pattern is empty");
  }

  @Test
  void commentsAndEmptyLinesOfAFileAreNoRules() {
    byte[] file = "# no\n\n; no\r\n- a\n+ b".getBytes(StandardCharsets.UTF_8);

    assertThat(Lines.of(file)).extracting(String::new).containsExactly("- a", "+ b");
  }
}
