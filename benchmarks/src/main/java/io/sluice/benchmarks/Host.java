// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One end of a {@link Network}: a network namespace, its address in it, and a hosts file in which
 * it finds its own name and its peer's. (No resolver is reachable from a namespace, and GridFTP
 * does not start where its host's name has no address.)
 *
 * @param namespace its name in {@code /run/netns}
 * @param address what the other end connects to
 * @param hosts what it sees as {@code /etc/hosts}
 */
record Host(String namespace, String address, Path hosts) {
  /**
   * The command that runs {@code command} here, in a process that becomes the command itself. The
   * file system is everyone's, as it was when the command started.
   */
  List<String> inside(List<String> command) {
    List<String> all = new ArrayList<>(command.size() + 8);
    all.add("nsenter");
    all.add("--net=/run/netns/" + namespace);
    all.addAll(List.of("unshare", "--mount", "sh", "-c"));
    all.add("mount --bind \"$0\" /etc/hosts && exec \"$@\"");
    all.add(hosts.toString());
    all.addAll(command);
    return all;
  }
}
