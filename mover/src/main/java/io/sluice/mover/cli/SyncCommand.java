package io.sluice.mover.cli;

import io.sluice.mover.BytePath;
import io.sluice.mover.Earlier;
import io.sluice.mover.Mover;
import io.sluice.mover.Place;
import io.sluice.mover.SyncListener;
import io.sluice.mover.SyncOptions;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one folder hold what another holds. */
@Command(
    name = "sync",
    description = {
      "Make the folder DEST hold what the folder SOURCE holds, with or without slashes at their"
          + " ends: files, folders, links, hard links, holes, owners, permissions, times, extended"
          + " attributes and ACLs.",
      "What is the same by size and time is not sent. Nothing is deleted without --delete.",
      "A sync that was interrupted is completed when it is started again."
    })
final class SyncCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "SOURCE", description = "The folder to read.")
  private String source;

  @Parameters(index = "1", paramLabel = "DEST", description = "The folder to make equal to it.")
  private String destination;

  @Option(
      names = "--delete",
      description = {
        "Delete what SOURCE does not hold, after all else. Nothing is deleted where a folder of"
            + " SOURCE could not be read, or where SOURCE is empty."
      })
  private boolean delete;

  @Option(
      names = "--max-delete",
      paramLabel = "N",
      description =
          "Delete nothing where more than N entries would be; a tenth of SOURCE's as it is, at"
              + " least 1,000.")
  private Long maxDelete;

  @Option(
      names = {"-n", "--dry-run"},
      description = "Only tell what would be done: implies --itemize.")
  private boolean dryRun;

  @Option(
      names = {"-i", "--itemize"},
      description = "Tell what is done to each entry that is not the same.")
  private boolean itemise;

  @Option(names = "--checksum", description = "Compare content where size and time are the same.")
  private boolean checksum;

  @Option(
      names = "--one-file-system",
      description = "Stay out of folders on which another file system is mounted.")
  private boolean oneFileSystem;

  @Option(names = "--mkpath", description = "Make missing parents of DEST.")
  private boolean makePath;

  @Option(
      names = "--brick",
      description =
          "SOURCE is a GlusterFS brick: leave out what is local to it, and delete what is too much.")
  private boolean brick;

  @Option(
      names = "--watch",
      description =
          "Stay, and carry what changes in SOURCE, a folder of this host, within a second. A signal"
              + " ends it, after what has changed by then is there.")
  private boolean watch;

  @Option(
      names = {"-b", "--backup"},
      description =
          "Keep what is replaced or deleted, under its name and a suffix; such names are not"
              + " deleted.")
  private boolean backup;

  @Option(
      names = "--backup-dir",
      paramLabel = "DIR",
      description =
          "Keep it below DIR, under the path that it had: a path on DEST's host and file system, a"
              + " relative one from DEST. Implies --backup.")
  private String backupFolder;

  @Option(
      names = "--suffix",
      paramLabel = "SUFFIX",
      description = "The suffix of backups: ~ as it is, none with --backup-dir.")
  private String suffix;

  @Option(
      names = "--link-dest",
      paramLabel = "DIR",
      description =
          "Make what DEST lacks, and DIR holds unchanged, another name of the file in DIR, an"
              + " earlier replica: a path on DEST's host and file system, a relative one from DEST."
              + " Repeatable.")
  private List<String> linkFolders = new ArrayList<>();

  @Mixin private Differing differing;
  @Mixin private Keeping keeping;
  @Mixin private Selecting selecting;
  @Mixin private Reaching reaching;
  @Mixin private Moving moving;
  @Mixin private Output output;

  SyncCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Place from = Reaching.place(source);
    Place to = Reaching.place(destination);
    if (!from.isLocal() && !to.isLocal()) {
      throw new UsageException(
          "from host to host is not possible yet: run the sync on one of them");
    }
    if (watch && (dryRun || !from.isLocal())) {
      throw new UsageException(
          dryRun
              ? "--watch: not with --dry-run, which changes nothing"
              : "--watch: only a folder of this host can be watched: run it where SOURCE is");
    }
    if (maxDelete != null && (maxDelete < 0 || !(delete || brick))) {
      throw new UsageException("--max-delete: a number of entries, with --delete");
    }
    SyncOptions options =
        SyncOptions.defaults()
            .withKeep(keeping.facts())
            .withDelete(delete || brick, maxDelete == null ? SyncOptions.AUTO : maxDelete)
            .withDryRun(dryRun)
            .withChecksum(checksum)
            .withOneFileSystem(oneFileSystem)
            .withMakePath(makePath)
            .withEarlier(earlier());
    options = differing.in(options);
    Selection selection = selecting.selection(brick ? Rules.brick() : Rules.NONE);
    try {
      options = options.withSelection(selection);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--files-from: " + e.getMessage());
    }
    SyncListener listener =
        itemise || dryRun ? new Itemiser(terminal, output.json()) : SyncListener.NONE;
    if (watch) {
      return watch(from, to, options, listener);
    }
    try (Follower follower = new Follower(terminal, output, dryRun);
        Mover mover = reaching.mover(moving.options(), line -> terminal.tell(ByteText.of(line)))) {
      return follower.follow(mover.sync(from, to, options, listener));
    }
  }

  private int watch(Place from, Place to, SyncOptions options, SyncListener listener) {
    try (WatchFollower follower = new WatchFollower(terminal, output);
        Mover mover = reaching.mover(moving.options(), line -> terminal.tell(ByteText.of(line)))) {
      return follower.follow(mover.watch(from, to, options, listener, follower::batch));
    }
  }

  private Earlier earlier() {
    if (suffix != null && !backup && backupFolder == null) {
      throw new UsageException("--suffix: of what, without --backup");
    }
    try {
      Earlier earlier =
          Earlier.NONE.withLinks(linkFolders.stream().map(SyncCommand::path).toList());
      if (backupFolder != null) {
        return earlier.withBackup(path(backupFolder), path(suffix == null ? "" : suffix));
      }
      return backup ? earlier.withBackup(path(suffix == null ? "~" : suffix)) : earlier;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--backup, --link-dest: " + e.getMessage());
    }
  }

  private static BytePath path(String argument) {
    return BytePath.of(ByteText.bytes(argument));
  }
}
