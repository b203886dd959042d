package io.sluice.mover.cli;

import io.sluice.mover.SyncOptions.Keep;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which facts besides the bytes are carried over; all are, and each can be left out. */
final class Keeping {
  @Option(names = "--no-owner", description = "Leave owner and group as they fall.")
  private boolean noOwner;

  @Option(names = "--no-perms", description = "Leave permissions as they fall.")
  private boolean noPerms;

  @Option(names = "--no-times", description = "Leave times as they fall.")
  private boolean noTimes;

  @Option(names = "--no-xattrs", description = "Leave out extended attributes and ACLs.")
  private boolean noXattrs;

  @Option(names = "--no-hard-links", description = "Make each name of a file a file of its own.")
  private boolean noHardLinks;

  @Option(names = "--no-specials", description = "Leave out FIFOs, sockets and devices.")
  private boolean noSpecials;

  Set<Keep> facts() {
    Set<Keep> facts = EnumSet.allOf(Keep.class);
    drop(facts, noOwner, Keep.OWNER);
    drop(facts, noPerms, Keep.MODE);
    drop(facts, noTimes, Keep.TIMES);
    drop(facts, noXattrs, Keep.XATTRS);
    drop(facts, noHardLinks, Keep.HARD_LINKS);
    drop(facts, noSpecials, Keep.SPECIALS);
    return facts;
  }

  private static void drop(Set<Keep> facts, boolean out, Keep fact) {
    if (out) {
      facts.remove(fact);
    }
  }
}
