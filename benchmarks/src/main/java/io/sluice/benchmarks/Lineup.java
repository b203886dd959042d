// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tells which tools can take part; one that is missing is named, and fails the check. */
final class Lineup {
  private final Options options;
  private final Lab lab;
  private final Floors floors;

  Lineup(Options options, Lab lab, Floors floors) {
    this.options = options;
    this.lab = lab;
    this.floors = floors;
  }

  List<Tool> ready(List<Tool> tools) {
    return tools.stream().filter(tool -> options.includes(tool.name()) && isThere(tool)).toList();
  }

  private boolean isThere(Tool tool) {
    Optional<Tool.Need> missing = tool.needs().stream().filter(need -> !need.isMet()).findFirst();
    if (missing.isPresent()) {
      return isMissing(tool, "Debian package " + missing.get().debianPackage() + " is missing");
    }
    Path launcher = options.mover(lab.repository());
    if (tool.name().equals(MoverTool.NAME)) {
      if (!Files.isExecutable(launcher)) {
        return isMissing(tool, launcher + " is missing");
      }
      // The first start after a change builds it, which is nobody's measurement.
      Shell.run(List.of(launcher.toString(), "--version"));
    }
    return true;
  }

  private boolean isMissing(Tool tool, String why) {
    floors.failed(tool.name(), why);
    Progress.say("left out: " + tool.name() + ": " + why);
    return false;
  }
}
