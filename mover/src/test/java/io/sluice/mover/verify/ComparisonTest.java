package io.sluice.mover.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import io.sluice.mover.Failure;
import io.sluice.mover.SyncOptions.Keep;
import io.sluice.mover.fault.Needs;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.filter.Sizes;
import io.sluice.mover.store.FileStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree and its faithful copy, in which one thing is changed. */
class ComparisonTest {
  @TempDir private Path dir;

  private final List<String> told = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();

  @BeforeEach
  void makeTreeAndCopy() throws Exception {
    Needs.program("setfattr", "attr");
    sh(
        """
        mkdir -p a/d/e && echo text > a/f && ln a/f a/d/linked && ln -s f a/link && mkfifo a/fifo
        head -c 700000 /dev/zero | tr '\\0' x > a/big && truncate -s 9M a/hole
        echo data | dd of=a/hole bs=1 seek=5000000 conv=notrunc status=none
        setfattr -n user.colour -v red a/d && printf '' > a/empty && touch "a/d/$(printf 'n\\351')"
        cp -a a b
        """);
  }

  private void sh(String script) throws Exception {
    Process process =
        new ProcessBuilder("sh", "-ec", script)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private Comparison.Result compare(Selection selection, String one, String other)
      throws IOException, InterruptedException {
    return new Comparison(
            FileStore.local(),
            EnumSet.complementOf(EnumSet.of(Keep.TIMES)),
            selection,
            new Comparison.Listener() {
              @Override
              public void differs(Difference difference) {
                told.add(difference.kind() + " " + difference.path());
              }

              @Override
              public void failed(Failure failure) {
                failures.add(failure);
              }
            })
        .run(path(one), path(other));
  }

  private BytePath path(String name) {
    return BytePath.of(dir.resolve(name).toString());
  }

  private List<String> differences() throws IOException, InterruptedException {
    Comparison.Result result = compare(Selection.ALL, "a", "b");
    assertThat(failures).isEmpty();
    assertThat(result.differences()).isEqualTo(told.size());
    return told;
  }

  @Test
  void aFaithfulCopyDiffersInNothing() throws Exception {
    assertThat(differences()).isEmpty();
  }

  @Test
  void aByteThatDiffersIsFound() throws Exception {
    sh("printf y | dd of=b/big bs=1 seek=699999 conv=notrunc status=none");

    assertThat(differences()).containsExactly("CONTENT big");
  }

  @Test
  void aByteWhereTheFirstSideHasAHoleIsFound() throws Exception {
    sh("printf y | dd of=b/hole bs=1 seek=8000000 conv=notrunc status=none");

    assertThat(differences()).containsExactly("CONTENT hole");
  }

  @Test
  void anotherSizeIsFound() throws Exception {
    sh("echo more >> b/empty");

    assertThat(differences()).containsExactly("SIZE empty");
  }

  @Test
  void aFolderThatIsMissingIsToldOnce() throws Exception {
    sh("rm -r b/d/e && mkdir -p a/d/e/x/y");

    assertThat(differences()).containsExactly("MISSING d/e");
  }

  @Test
  void whatIsTooMuchIsFound() throws Exception {
    sh("mkdir b/d/more && touch b/d/more/x");

    assertThat(differences()).containsExactly("EXTRA d/more");
  }

  @Test
  void anotherTypeIsFound() throws Exception {
    sh("rm b/fifo && mkdir b/fifo");

    assertThat(differences()).containsExactly("TYPE fifo");
  }

  @Test
  void anotherLinkTargetIsFound() throws Exception {
    sh("rm b/link && ln -s g b/link");

    assertThat(differences()).containsExactly("TARGET link");
  }

  @Test
  void otherPermissionsAreFoundAlsoOfTheRoot() throws Exception {
    sh("chmod 700 b b/f");

    assertThat(differences()).contains("MODE ", "MODE f");
  }

  @Test
  void anotherValueOfAnAttributeIsFound() throws Exception {
    sh("setfattr -n user.colour -v blue b/d");

    assertThat(differences()).containsExactly("ATTRIBUTES d");
  }

  @Test
  void aHardLinkThatBecameACopyIsFound() throws Exception {
    sh("cp -p b/f b/g && mv b/g b/f");

    assertThat(differences()).containsAnyOf("HARD_LINKS f", "HARD_LINKS d/linked").hasSize(1);
  }

  @Test
  void filesThatBecameHardLinksAreFound() throws Exception {
    sh("touch -r a/empty a/zero && ln b/empty b/zero");

    assertThat(differences()).containsAnyOf("HARD_LINKS empty", "HARD_LINKS zero").hasSize(1);
  }

  @Test
  void whatTheRulesLeaveOutIsNotCompared() throws Exception {
    sh("touch a/d/x.o b/d/e/y.o && echo more >> b/big");
    compare(new Selection(Rules.of("*.o", "/big"), null, Sizes.ALL), "a", "b");

    assertThat(told).isEmpty();
  }

  @Test
  void twoFilesAreCompared() throws Exception {
    sh("cp -p a/big b/copy && printf y | dd of=b/copy bs=1 seek=7 conv=notrunc status=none");
    Comparison.Result result = compare(Selection.ALL, "a/big", "b/copy");

    assertThat(told).containsExactly("CONTENT ");
    assertThat(result.entries()).isEqualTo(1);
  }

  @Test
  void aFolderAndAFileDiffer() throws Exception {
    compare(Selection.ALL, "a", "b/f");

    assertThat(told).containsExactly("TYPE ");
  }

  @Test
  void aPlaceThatIsNotThereIsNamed() {
    Path missing = dir.resolve("missing");

    assertThatThrownBy(() -> compare(Selection.ALL, "a", "missing"))
        .hasMessageContaining(missing.toString());
    assertThat(Files.exists(missing)).isFalse();
  }
}
