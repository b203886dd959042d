// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts that can reach each other, in namespaces of their own, so that ports are free and
 * nothing else is disturbed. Needs root.
 *
 * @param name what the report calls it
 * @param client where the copying command runs
 * @param server where its daemon runs
 */
record Network(String name, Host client, Host server) {
  private static final String CLIENT = "10.77.0.1";
  private static final String SERVER = "10.77.0.2";

  /** The kinds there are. */
  enum Kind {
    LOOPBACK("loopback", "loopback"),
    VETH_JUMBO("veth65520", "veth, MTU 65520"),
    VETH("veth1500", "veth, MTU 1500"),
    VETH_PLAIN("veth1500-plain", "veth, MTU 1500, offloads off");

    private final String option;
    private final String label;

    Kind(String option, String label) {
      this.option = option;
      this.label = label;
    }

    /**
     * The kind that the command line calls so.
     *
     * @throws BenchmarkException if there is none
     */
    static Kind named(String option) {
      for (Kind kind : values()) {
        if (kind.option.equals(option)) {
          return kind;
        }
      }
      throw new BenchmarkException("unknown network " + option);
    }
  }

  /** Makes one; it is gone when the lab closes. */
  static Network make(Lab lab, Kind kind) {
    return switch (kind) {
      case LOOPBACK -> loopback(lab);
      case VETH_JUMBO -> veth(lab, kind, 65520, true);
      case VETH -> veth(lab, kind, 1500, true);
      case VETH_PLAIN -> veth(lab, kind, 1500, false);
    };
  }

  private static Network loopback(Lab lab) {
    Host host = host(lab, Lab.uniqueName(), "127.0.0.1", "127.0.0.1");
    return new Network(Kind.LOOPBACK.label, host, host);
  }

  private static Network veth(Lab lab, Kind kind, int mtu, boolean offloads) {
    Host client = host(lab, Lab.uniqueName(), CLIENT, SERVER);
    Host server = host(lab, Lab.uniqueName(), SERVER, CLIENT);
    // The pair's names exist only inside the two namespaces.
    ip(
        "-n",
        client.namespace(),
        "link",
        "add",
        "wire",
        "type",
        "veth",
        "peer",
        "name",
        "wire",
        "netns",
        server.namespace());
    for (Host host : List.of(client, server)) {
      ip("-n", host.namespace(), "addr", "add", host.address() + "/24", "dev", "wire");
      ip("-n", host.namespace(), "link", "set", "wire", "mtu", Integer.toString(mtu), "up");
      if (!offloads) {
        Shell.run(
            host.inside(
                List.of("ethtool", "-K", "wire", "tso", "off", "gso", "off", "gro", "off")));
      }
    }
    return new Network(kind.label, client, server);
  }

  private static Host host(Lab lab, String namespace, String address, String peer) {
    Path hosts = lab.folder().resolve("hosts-" + namespace);
    try {
      String name = Shell.run(List.of("hostname")).strip();
      Files.writeString(
          hosts, "127.0.0.1 localhost\n" + address + " " + name + "\n" + peer + " peer\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lab.onClose(() -> Shell.attempt(List.of("ip", "netns", "del", namespace)));
    ip("netns", "add", namespace);
    ip("-n", namespace, "link", "set", "lo", "up");
    return new Host(namespace, address, hosts);
  }

  private static void ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Shell.run(command);
  }
}
