// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * One end of a {@link Network}: a network namespace and its address in it.
 *
 * @param namespace its name in {@code /run/netns}
 * @param address what the other end connects to
 */
record Host(String namespace, String address) {
  /** The command that runs {@code command} here. The file system is everyone's. */
  List<String> inside(List<String> command) {
    List<String> all = new ArrayList<>(command.size() + 2);
    all.add("nsenter");
    all.add("--net=/run/netns/" + namespace);
    all.addAll(command);
    return all;
  }
}
