package io.sluice.transport.ucx;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The RDMA ports that the kernel calls active, and the network interfaces that belong to them.
 *
 * @param active ports as {@code mlx5_0:1}
 * @param interfaces their network interfaces, for the wire-up
 * @param reason why there are none, as a clause
 */
record RdmaPorts(Set<String> active, Set<String> interfaces, String reason) {
  /** System property: the devices to use, {@code mlx5_0,mlx5_1} say; all by default. */
  static final String PROPERTY = "io.sluice.transport.ucx.devices";

  /**
   * Reads {@code class/infiniband} below {@code sys}: a port is active where its {@code state}
   * begins with 4.
   */
  static RdmaPorts read(Path sys) {
    return read(sys, System.getProperty(PROPERTY, ""));
  }

  /**
   * @param wanted devices to take, as {@code mlx5_0,mlx5_1}; all where it is empty
   */
  static RdmaPorts read(Path sys, String wanted) {
    Set<String> names = wanted.isEmpty() ? Set.of() : Set.of(wanted.split(","));
    Set<String> active = new TreeSet<>();
    Set<String> interfaces = new TreeSet<>();
    Path devices = sys.resolve("class/infiniband");
    String reason = "no active RDMA port: " + devices + " is empty";
    for (Path device : list(devices)) {
      if (!names.isEmpty() && !names.contains(device.getFileName().toString())) {
        reason = "no active RDMA port among the devices to use (" + PROPERTY + ")";
        continue;
      }
      for (Path port : list(device.resolve("ports"))) {
        String name = device.getFileName() + ":" + port.getFileName();
        String state = text(port.resolve("state"));
        if (!state.startsWith("4:")) {
          reason = "no active RDMA port: " + name + " is in state " + state;
          continue;
        }
        active.add(name);
        for (Path index : list(port.resolve("gid_attrs/ndevs"))) {
          String ndev = text(index);
          if (!ndev.isEmpty()) {
            interfaces.add(ndev);
          }
        }
      }
      if (interfaces.isEmpty()) {
        for (Path net : list(device.resolve("device/net"))) {
          interfaces.add(net.getFileName().toString());
        }
      }
    }
    return new RdmaPorts(active, interfaces, active.isEmpty() ? reason : "");
  }

  /** The value for UCX's {@code NET_DEVICES}: the ports, and the interfaces for the wire-up. */
  String netDevices() {
    Set<String> all = new TreeSet<>(active);
    all.addAll(interfaces);
    return String.join(",", all);
  }

  private static List<Path> list(Path folder) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      List<Path> found = new java.util.ArrayList<>();
      entries.forEach(found::add);
      return found;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException e) {
      // An index of the GID table that is not in use reads as EINVAL.
      return "";
    }
  }
}
