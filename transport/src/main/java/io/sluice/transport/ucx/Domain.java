package io.sluice.transport.ucx;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;

/**
 * This process's use of one kind of lane: the UCX context that its workers share, or the reason why
 * there is none. It lives as long as the process.
 */
final class Domain {
  /** System property: the lanes to offer, {@code rdma,shared_memory} by default. */
  static final String PROPERTY = "io.sluice.transport.ucx.lanes";

  /** System property: {@code force} uses RDMA also where the library's version advises against. */
  static final String RDMA_PROPERTY = "io.sluice.transport.ucx.rdma";

  private static final Map<Lane, Domain> ALL = new EnumMap<>(Lane.class);

  private final Lane lane;
  private final UcpContext context;
  private final String unavailable;
  private String description;

  private Domain(Lane lane) {
    this.lane = lane;
    UcpContext made = null;
    String reason;
    try {
      Map<String, String> config = new TreeMap<>();
      reason = configure(config);
      if (reason == null) {
        UcpParams params =
            new UcpParams().requestAmFeature().requestWakeupFeature().setMtWorkersShared(true);
        config.forEach(params::setConfig);
        made = new UcpContext(params);
      }
    } catch (UcxException | LinkageError e) {
      reason = e.getMessage();
    }
    this.context = made;
    this.unavailable = reason;
  }

  static synchronized Domain of(Lane lane) {
    return ALL.computeIfAbsent(lane, Domain::new);
  }

  /** The lanes that this process may offer and that work here. Cheap after the first call. */
  static Set<Lane> usable() {
    EnumSet<Lane> usable = EnumSet.noneOf(Lane.class);
    if (UcxLibrary.unavailabilityCause() == null) {
      for (Lane lane : Lane.values()) {
        if (of(lane).unavailable == null) {
          usable.add(lane);
        }
      }
    }
    return usable;
  }

  /** Fills in UCX's settings for this lane, or returns why there is no use in them. */
  private String configure(Map<String, String> config) {
    List<String> offered =
        Arrays.asList(
            System.getProperty(PROPERTY, "rdma,shared_memory").toUpperCase(Locale.ROOT).split(","));
    if (!offered.contains(lane.name())) {
      return "not among the lanes to offer (" + PROPERTY + ")";
    }
    switch (lane) {
      case RDMA -> {
        RdmaPorts ports = RdmaPorts.read(Path.of("/sys"));
        if (ports.active().isEmpty()) {
          return ports.reason();
        }
        if (UcxLibrary.abortsOnFailedWireUp()
            && !System.getProperty(RDMA_PROPERTY, "").equals("force")) {
          return "libucp "
              + UcxLibrary.version()
              + " ends the process when a wire-up fails; 1.14 does not, or set "
              + RDMA_PROPERTY
              + "=force";
        }
        // Each by name: the alias "rc" brings UD for the wire-up, which times out where the port
        // has no GID that it can use, and 1.13.x aborts then.
        config.put("TLS", "rc_verbs,rc_mlx5,tcp:aux");
        config.put("NET_DEVICES", ports.netDevices());
        description = "RDMA rc on " + String.join(" and ", ports.active());
      }
      case SHARED_MEMORY -> {
        if (!Files.isWritable(Path.of("/dev/shm"))) {
          return "/dev/shm cannot be written";
        }
        config.put("TLS", "posix,cma");
        description = "shared memory";
      }
      case TCP_LANES -> {
        config.put("TLS", "tcp");
        config.put("NET_DEVICES", System.getProperty(RdmaPorts.PROPERTY, "lo"));
        description = "UCX tcp lanes";
      }
    }
    return null;
  }

  /** Why this lane can't be used in this process, or {@code null}. */
  String unavailable() {
    return unavailable;
  }

  /** The context that all workers of this lane share. */
  UcpContext context() {
    if (context == null) {
      throw new IllegalStateException(lane + " is not available: " + unavailable);
    }
    return context;
  }

  /** What it runs on, for people. */
  String description() {
    return description;
  }
}
