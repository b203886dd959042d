// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the run ran on; figures mean nothing without it. */
final class Machine {
  private Machine() {}

  /** The facts, one a line. */
  static List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(
        Runtime.getRuntime().availableProcessors()
            + " × "
            + value("/proc/cpuinfo", "model name")
            + (value("/proc/cpuinfo", "flags").contains("hypervisor")
                ? ", a virtual machine"
                : ""));
    facts.add("memory " + gib(value("/proc/meminfo", "MemTotal")));
    facts.add("Linux " + Shell.attempt(List.of("uname", "-r")).firstLine());
    facts.add(
        "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vm.name"));
    facts.add("tcp_rmem " + line("/proc/sys/net/ipv4/tcp_rmem"));
    facts.add("congestion control " + line("/proc/sys/net/ipv4/tcp_congestion_control"));
    for (List<String> command :
        List.of(
            List.of("iperf3", "--version"),
            List.of("rsync", "--version"),
            List.of("rclone", "version"),
            List.of("globus-gridftp-server", "-version"),
            List.of("tar", "--version"))) {
      Shell.Result result = Shell.attempt(command);
      if (result.exit() == 0) {
        facts.add(result.firstLine().replaceAll("\\s+", " "));
      }
    }
    facts.add("load before the run " + line("/proc/loadavg").replaceAll(" \\d+/.*", ""));
    return facts;
  }

  private static String line(String file) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines.findFirst().orElse("unknown").replaceAll("\\s+", " ");
    } catch (IOException | UncheckedIOException e) {
      return "unknown";
    }
  }

  private static String value(String file, String key) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException | UncheckedIOException e) {
      return "unknown";
    }
  }

  private static String gib(String kib) {
    String digits = kib.replaceAll("\\D", "");
    return digits.isEmpty() ? kib : Math.round(Long.parseLong(digits) / 1048576.0) + " GiB";
  }
}
