package io.sluice.mover.cli;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.CopyOptions;
import io.sluice.mover.Mover;
import io.sluice.mover.Place;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.store.FileStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies files to, from and on this host. */
@Command(
    name = "copy",
    description = {
      "Copy files with the rules of cp: an existing folder as DEST means into it.",
      "A place is [user@]host:path or mover://host[:port]/path; anything else is local, as is a"
          + " name with a colon after its first slash: ./a:b.",
      "A copy that was interrupted goes on where it was when it is started again."
    })
final class CopyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      arity = "2..*",
      paramLabel = "PLACE",
      hideParamSyntax = true,
      description = "One or more sources, and the destination last.")
  private List<String> places;

  @Option(
      names = {"-r", "--recursive"},
      description =
          "Copy folders with all that is in them, as sync does, but with the rules of cp. A source"
              + " on another host is taken for a folder.")
  private boolean recursive;

  @Option(names = "--no-clobber", description = "Leave files alone that exist.")
  private boolean noClobber;

  @Option(
      names = "--update",
      description = "Leave files alone that are not older than their source.")
  private boolean update;

  @Option(names = "--mkpath", description = "Make missing parents of the destination.")
  private boolean makePath;

  @Mixin private Reaching reaching;
  @Mixin private Moving moving;
  @Mixin private Output output;

  CopyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    List<Place> sources = new ArrayList<>();
    for (String place : places.subList(0, places.size() - 1)) {
      sources.add(Reaching.place(place));
    }
    Place destination = Reaching.place(places.get(places.size() - 1));
    if (!destination.isLocal() && !sources.stream().allMatch(Place::isLocal)) {
      throw new UsageException(
          "from host to host is not possible yet: run the copy on one of them");
    }
    CopyOptions options = new CopyOptions(noClobber, update, makePath);
    try (Follower follower = new Follower(terminal, output);
        Mover mover = reaching.mover(moving.options(), line -> terminal.tell(ByteText.of(line)))) {
      if (!recursive) {
        return follower.follow(mover.copy(sources, destination, options));
      }
      return copyTrees(follower, mover, sources, destination, options);
    }
  }

  private static int copyTrees(
      Follower follower, Mover mover, List<Place> sources, Place into, CopyOptions options) {
    List<Place> files = new ArrayList<>();
    List<Place> trees = new ArrayList<>();
    for (Place source : sources) {
      (isFile(source) ? files : trees).add(source);
    }
    Place destination = into;
    if (sources.size() > 1 && !into.path().endsWithSlash()) {
      // Several sources need a folder, which the slash says to both sides.
      byte[] slashed = Arrays.copyOf(into.path().bytes(), into.path().length() + 1);
      slashed[slashed.length - 1] = '/';
      BytePath folder = BytePath.of(slashed);
      destination = new Place(into.scheme(), into.user(), into.host(), into.port(), folder);
    }
    int status = 0;
    if (!files.isEmpty()) {
      status = follower.follow(mover.copy(files, destination, options));
    }
    if (!trees.isEmpty()) {
      SyncOptions sync = SyncOptions.defaults().withCopyRules(options);
      int other = follower.follow(mover.copyTrees(trees, destination, sync, SyncListener.NONE));
      status = Math.max(status, other);
    }
    return status;
  }

  private static boolean isFile(Place source) {
    if (!source.isLocal()) {
      return false;
    }
    try (FileStore store = FileStore.local()) {
      Attributes there = store.attributes(source.path());
      return there != null && there.type() != Attributes.Type.DIRECTORY;
    } catch (IOException e) {
      return false;
    }
  }
}
