package io.sluice.mover.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static FileList list(String... names) {
    return FileList.of(Stream.of(names).map(name -> name.getBytes(UTF_8)).toList());
  }

  private static boolean takesPart(FileList list, String path) {
    boolean folder = path.endsWith("/");
    return !list.excludes(
        BytePath.of(folder ? path.substring(0, path.length() - 1) : path), folder);
  }

  @Test
  void aNamedFileTakesPartWithTheFoldersAboveIt() {
    FileList list = list("a/b/c");

    assertThat(takesPart(list, "a/")).isTrue();
    assertThat(takesPart(list, "a/b/")).isTrue();
    assertThat(takesPart(list, "a/b/c")).isTrue();
    assertThat(takesPart(list, "a/b")).isFalse();
    assertThat(takesPart(list, "a/b/d")).isFalse();
    assertThat(takesPart(list, "a/c")).isFalse();
  }

  @Test
  void aNamedFolderTakesPartWithItsContentOnlyWhereASlashEndsIt() {
    assertThat(takesPart(list("a"), "a/")).isTrue();
    assertThat(takesPart(list("a"), "a/b")).isFalse();
    assertThat(takesPart(list("a/"), "a/b")).isTrue();
    assertThat(takesPart(list("a/", "a/b/c"), "a/b/d/e")).isTrue();
    assertThat(takesPart(list("/"), "a/b")).isTrue();
  }

  @Test
  void slashesAndDotsThatSayNothingAreDropped() {
    assertThat(takesPart(list("/./a//b/."), "a/b/")).isTrue();
  }

  @Test
  void aNameThatLeadsUpwardsIsRefused() {
    assertThatThrownBy(() -> list("a/../../b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a/../../b'");
  }

  @Test
  void namesThatNeverCameByAreKnown() {
    FileList list = list("b", "a/c", "d");
    list.excludes(BytePath.of("a"), true);
    list.excludes(BytePath.of("b"), false);

    assertThat(list.unseen()).containsExactly(BytePath.of("a/c"), BytePath.of("d"));
  }

  @Test
  void sizesLeaveOutWhatIsSmallerOrLarger() {
    Sizes sizes = new Sizes(10, 20);

    assertThat(sizes.excludes(9)).isTrue();
    assertThat(sizes.excludes(10)).isFalse();
    assertThat(sizes.excludes(20)).isFalse();
    assertThat(sizes.excludes(21)).isTrue();
  }

  @Test
  void thePeerComesToTheSameResult() {
    Selection here =
        new Selection(Rules.of("+ /a/x*", "- x*"), list("a/", "b"), new Sizes(1, 1 << 20));
    Selection there = Selection.decode(here.encode());

    assertThat(there.sizes()).isEqualTo(here.sizes());
    for (String path : List.of("a", "a/x1", "a/b/x1", "a/c", "b", "b/c", "c", "x")) {
      for (boolean folder : new boolean[] {false, true}) {
        assertThat(there.excludes(BytePath.of(path), folder))
            .as(path)
            .isEqualTo(here.excludes(BytePath.of(path), folder));
      }
    }
    assertThat(Selection.decode(Selection.ALL.encode()).isAll()).isTrue();
  }

  @Property(tries = 300)
  void garbageIsRefusedOrASelection(@ForAll byte[] garbage, @ForAll int length) {
    byte[] valid = new Selection(Rules.of("a"), list("b"), Sizes.ALL).encode();
    byte[] mixed = Arrays.copyOf(valid, valid.length + garbage.length);
    System.arraycopy(garbage, 0, mixed, Math.floorMod(length, valid.length), garbage.length);
    try {
      assertThat(Selection.decode(mixed)).isNotNull();
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }
}
