package io.sluice.transport.link;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads the links and the RDMA ports out of sysfs. */
final class LinkReader {
  /** {@code ARPHRD_} figures of Linux's {@code if_arp.h}. */
  private static final int ETHER = 1;

  private static final int INFINIBAND = 32;
  private static final int LOOPBACK = 772;

  private static final String NET = "sys/class/net/";
  private static final String RDMA = "sys/class/infiniband/";

  private final KernelFiles files;
  private final List<Port> ports = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  LinkReader(KernelFiles files) {
    this.files = files;
    for (String device : files.folders(RDMA)) {
      for (String number : files.folders(RDMA + device + "/ports")) {
        if (number.matches("[1-9]\\d{0,2}")) {
          ports.add(port(device, Integer.parseInt(number)));
        }
      }
    }
    for (String name : files.folders(NET)) {
      links.add(link(name));
    }
  }

  List<Port> ports() {
    return ports;
  }

  List<Link> links() {
    return links;
  }

  private Port port(String device, int number) {
    String folder = RDMA + device + "/ports/" + number + "/";
    Optional<String> layer = files.text(folder + "link_layer");
    Optional<String> rate = files.text(folder + "rate");
    boolean ethernet = layer.filter("Ethernet"::equals).isPresent();
    return new Port(
        device,
        number,
        nodeType(device),
        layer,
        files.text(folder + "state").map(LinkReader::afterColon),
        files.text(folder + "phys_state").map(LinkReader::afterColon),
        rate.flatMap(Port::parseRate),
        // Without its link layer the line code is not known either.
        layer.isPresent()
            ? rate.flatMap(text -> Port.parseDataRate(text, ethernet))
            : Optional.empty());
  }

  /** Under the device itself or, in a tree where links were not followed, under its interface. */
  private Optional<String> nodeType(String device) {
    String file = device + "/node_type";
    return Stream.concat(
            Stream.of(RDMA + file),
            files.folders(NET).stream().map(name -> NET + name + "/device/infiniband/" + file))
        .flatMap(path -> files.text(path).stream())
        .findFirst()
        .map(LinkReader::afterColon);
  }

  /** "4: ACTIVE" without its number. */
  private static String afterColon(String text) {
    return text.substring(text.indexOf(':') + 1).trim();
  }

  private Link link(String name) {
    String folder = NET + name + "/";
    Optional<Port> port = portBehind(name);
    OptionalInt type = files.smallNumber(folder + "type");
    Link.Kind kind = kind(folder, type, port);
    OptionalLong speed = files.number(folder + "speed");
    return new Link(
        name,
        kind,
        kind == Link.Kind.IPOIB ? files.text(folder + "mode").flatMap(LinkReader::mode) : none(),
        files.smallNumber(folder + "mtu"),
        // 2^32 - 1 is how SPEED_UNKNOWN reads where it was printed without its sign.
        speed.isPresent() && speed.getAsLong() > 0 && speed.getAsLong() < 0xFFFF_FFFFL
            ? Optional.of(new Rate(speed.getAsLong()))
            : none(),
        slot(folder + "device/"),
        port,
        files.smallNumber(folder + "device/numa_node"),
        files.text(folder + "operstate"),
        files.flag(folder + "carrier"),
        uevent(folder + "device/", "DRIVER="),
        List.of());
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  private static Optional<Link.Mode> mode(String text) {
    return switch (text) {
      case "datagram" -> Optional.of(Link.Mode.DATAGRAM);
      case "connected" -> Optional.of(Link.Mode.CONNECTED);
      default -> Optional.empty();
    };
  }

  private Link.Kind kind(String folder, OptionalInt type, Optional<Port> port) {
    if (type.isEmpty()) {
      return Link.Kind.UNKNOWN;
    }
    if (type.getAsInt() == LOOPBACK) {
      return Link.Kind.LOOPBACK;
    }
    if (type.getAsInt() == INFINIBAND) {
      return Link.Kind.IPOIB;
    }
    if (port.filter(Port::isEthernet).flatMap(Port::nodeType).filter("CA"::equals).isPresent()) {
      return Link.Kind.ROCE;
    }
    if (isVirtual(folder)) {
      return Link.Kind.VIRTUAL;
    }
    return type.getAsInt() == ETHER ? Link.Kind.ETHERNET : Link.Kind.UNKNOWN;
  }

  /** An interface that no hardware stands behind lives in {@code /sys/devices/virtual/net}. */
  private boolean isVirtual(String folder) {
    Optional<Path> real = files.real(folder);
    return real.isPresent() && real.get().getParent().endsWith("devices/virtual/net");
  }

  /**
   * The RDMA port whose address table names the interface; else, as for InfiniBand, whose table
   * names none, the port of the same card with the interface's number.
   */
  private Optional<Port> portBehind(String name) {
    for (Port port : ports) {
      String table = RDMA + port.device() + "/ports/" + port.number() + "/gid_attrs/ndevs";
      for (String index : files.names(table)) {
        if (files.text(table + "/" + index).filter(name::equals).isPresent()) {
          return Optional.of(port);
        }
      }
    }
    OptionalInt number = files.smallNumber(NET + name + "/dev_port");
    for (String device : files.folders(NET + name + "/device/infiniband")) {
      for (Port port : ports) {
        if (port.device().equals(device)
            && number.isPresent()
            && port.number() == number.getAsInt() + 1) {
          return Optional.of(port);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Slot> slot(String device) {
    Optional<Slot.Lanes> current = lanes(device + "current_link_");
    Optional<Slot.Lanes> maximum = lanes(device + "max_link_");
    if (current.isEmpty() && maximum.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Slot(uevent(device, "PCI_SLOT_NAME="), current, maximum));
  }

  private Optional<Slot.Lanes> lanes(String prefix) {
    Optional<String> speed = files.text(prefix + "speed");
    Optional<String> width = files.text(prefix + "width");
    return speed.flatMap(gts -> width.flatMap(lanes -> Slot.Lanes.parse(gts, lanes)));
  }

  private Optional<String> uevent(String device, String key) {
    return files
        .text(device + "uevent")
        .flatMap(text -> text.lines().filter(line -> line.startsWith(key)).findFirst())
        .map(line -> line.substring(key.length()).trim());
  }
}
