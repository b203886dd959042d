package io.sluice.mover.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Mover;
import io.sluice.mover.Place;
import io.sluice.mover.Report;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.session.TreePair.Way;
import io.sluice.mover.store.DeepTree;
import io.sluice.mover.store.Mounted;
import io.sluice.mover.store.Needs;
import io.sluice.mover.store.RandomTree;
import io.sluice.mover.store.Swapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees that are hostile, deep, or lose their power. */
class TreeExtremesTest {
  private static final SyncOptions PLAIN = SyncOptions.defaults();
  private static final SyncOptions DELETE = PLAIN.withDelete(true, SyncOptions.AUTO);

  @TempDir Path folder;

  private static Path fill(Path root, String content, int files) throws IOException {
    Files.createDirectories(root.resolve("below"));
    for (int i = 0; i < files; i++) {
      Files.writeString(root.resolve("f" + i), content);
      Files.writeString(root.resolve("below/f" + i), content);
    }
    return root;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aLinkThatIsSwappedInForAFolderOfTheSourceIsNotFollowed(Way way) throws Exception {
    Path secret = fill(folder.resolve("secret"), "secret", 50);
    try (TreePair pair = new TreePair(folder)) {
      fill(pair.from.resolve("d"), "public", 50);
      Files.createSymbolicLink(folder.resolve("link"), secret);
      try (Swapper swapper = new Swapper(pair.from.resolve("d"), folder.resolve("link"))) {
        for (int i = 0; i < 12 || swapper.swaps() < 1000; i++) {
          pair.sync(way, DELETE.withChecksum(i % 2 == 0));
          assertThat(TreePair.text("sh", "-c", "grep -rl secret '" + pair.to + "' || true"))
              .isEmpty();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aLinkThatIsSwappedInForAFolderOfTheReplicaIsNotFollowed(Way way) throws Exception {
    Path outside = fill(folder.resolve("outside"), "outside", 3);
    Files.createDirectories(outside.resolve("extra"));
    String before = TreePair.text("sh", "-c", listing(outside));
    try (TreePair pair = new TreePair(folder)) {
      fill(pair.from.resolve("d"), "new", 50);
      Files.createDirectories(pair.to.resolve("d"));
      Files.createSymbolicLink(folder.resolve("link"), outside);
      try (Swapper swapper = new Swapper(pair.to.resolve("d"), folder.resolve("link"))) {
        for (int i = 0; i < 12 || swapper.swaps() < 1000; i++) {
          Files.writeString(pair.from.resolve("d/below/f" + i % 50), "new " + i);
          pair.sync(way, DELETE);
        }
      }
      assertThat(TreePair.text("sh", "-c", listing(outside))).isEqualTo(before);
    }
  }

  private static String listing(Path root) {
    return "find '" + root + "' -printf '%p %y %m %s %T@\\n' | sort";
  }

  @ParameterizedTest
  @CsvSource({"PUSH,50", "PULL,10"})
  void aTreeThatIsDeeperThanAnyPathIsSynced(Way way, int length) throws Exception {
    try (TreePair pair = new TreePair(folder)) {
      try {
        DeepTree.make(pair.from, 2000, length);
        Report report = pair.sync(way, DELETE);
        assertThat(report.failures()).isEmpty();
        assertThat(report.tree().entries()).isEqualTo(4005);
        assertThat(report.tree().hardLinks()).isEqualTo(4);
        assertThat(deepListing(pair.to)).isEqualTo(deepListing(pair.from));
        assertThat(pair.sync(way, DELETE).tree().same()).isEqualTo(4005);
        TreePair.text("sh", "-c", "rm -rf '" + pair.from + "'/n*; touch '" + pair.from + "/f'");
        report = pair.sync(way, PLAIN.withDelete(true, 10_000));
        assertThat(report.failures()).isEmpty();
        assertThat(report.tree().deleted()).isEqualTo(4004);
      } finally {
        TreePair.text("rm", "-rf", pair.from.toString(), pair.to.toString());
      }
    }
  }

  private static String deepListing(Path root) throws IOException {
    String find = "find . -printf '%d %f %y %m %n %s %T@\\n' | sort";
    String tar = "tar --sort=name -cf - . | sha256sum";
    return TreePair.text("sh", "-c", "cd '" + root + "' && " + find + " && " + tar);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void anEntryWithTooManyAttributesIsOneFailureAndTheRestGoesOn(Way way) throws Exception {
    Needs.root();
    Needs.command("setfattr", "attr");
    try (Mounted mounted = Mounted.tmpfs("64m");
        TreePair pair = new TreePair(mounted.folder())) {
      Path heavy = fill(pair.from.resolve("heavy"), "x", 2);
      Files.writeString(pair.from.resolve("a"), "a");
      Files.writeString(pair.from.resolve("z"), "z");
      Files.writeString(pair.from.resolve("names"), "names");
      Files.createDirectories(pair.to.resolve("extra"));
      String value = "$(head -c 60000 /dev/zero | tr '\\0' v)";
      for (Path one : new Path[] {heavy, pair.from.resolve("a")}) {
        TreePair.text(
            "sh",
            "-c",
            "v="
                + value
                + "; for i in $(seq 20); do setfattr -n trusted.big$i -v \"$v\" '"
                + one
                + "' || exit 1; done");
      }
      Report report = pair.sync(way, DELETE);
      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures()).hasSize(2);
      assertThat(report.failures().toString())
          .contains("from/a: has 20 extended attributes of 1172 KiB together")
          .contains("from/heavy: has 20 extended attributes");
      assertThat(pair.to.resolve("z")).hasContent("z");
      assertThat(pair.to.resolve("heavy/below/f1")).hasContent("x");
      assertThat(pair.to.resolve("a")).doesNotExist();
      assertThat(pair.to.resolve("extra")).doesNotExist();
    }
  }

  @Test
  void anEntryWhoseAttributesCannotBeListedIsOneFailure() throws Exception {
    Needs.root();
    Needs.command("setfattr", "attr");
    try (Mounted mounted = Mounted.tmpfs("64m");
        TreePair pair = new TreePair(mounted.folder())) {
      Files.writeString(pair.from.resolve("a"), "a");
      Files.writeString(pair.from.resolve("z"), "z");
      TreePair.text(
          "sh",
          "-c",
          "n=$(head -c 230 /dev/zero | tr '\\0' n); for i in $(seq 300); do setfattr -n"
              + " trusted.$i$n -v x '"
              + pair.from.resolve("a")
              + "' || exit 1; done");
      Report report = pair.sync(Way.PUSH, PLAIN);
      assertThat(report.exitStatus()).isEqualTo(1);
      assertThat(report.failures().toString())
          .contains("a: has more extended attributes than can be listed");
      assertThat(pair.to.resolve("z")).hasContent("z");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xfs", "ext4"})
  void whatASyncReportsDoneSurvivesAPowerCut(String type) throws Exception {
    Needs.root();
    Needs.command("xfs_io", "xfsprogs");
    Needs.command("rsync", "rsync");
    Path from = Files.createDirectory(folder.resolve("from"));
    RandomTree tree = new RandomTree(from, 5);
    try (Mounted mounted = Mounted.loop(type);
        Mover mover = Mover.builder().build()) {
      Path to = mounted.folder().resolve("to");
      tree.grow(150);
      Files.write(from.resolve("large"), new byte[3_000_001]);
      for (int run = 0; run < 3; run++) {
        Report report =
            mover
                .sync(
                    Place.local(TreePair.path(from)),
                    Place.local(TreePair.path(to)),
                    DELETE,
                    SyncListener.NONE)
                .await();
        assertThat(report.failures()).isEmpty();
        mounted.cutPower();
        assertThat(
                TreePair.text(
                    "rsync",
                    "-aHAXSnci",
                    "--delete",
                    "--numeric-ids",
                    // How XFS shows an ACL a second time.
                    "--filter=-x trusted.SGI_ACL_*",
                    from + "/",
                    to + "/"))
            .isEmpty();
        tree.mutate(60);
        Files.writeString(from.resolve("large"), "changed " + run);
      }
    } finally {
      tree.close();
    }
  }
}
