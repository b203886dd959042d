package io.sluice.transport.ucx;

import io.sluice.transport.Packages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Two network namespaces, joined by two veth pairs: devices {@code va} here and {@code vb} there
 * for the connection, {@code ua} and {@code ub} for UCX. They live as long as the two processes
 * that hold them, which end when this one does.
 */
final class TwoHosts implements AutoCloseable {
  static final String THERE = "198.51.100.2";

  private final Process here;
  private final Process there;

  private TwoHosts(Process here, Process there) {
    this.here = here;
    this.there = there;
  }

  static TwoHosts start() throws IOException {
    Packages.needRoot();
    Packages.need("iproute2", "ip");
    Packages.need("util-linux", "unshare");
    TwoHosts hosts = new TwoHosts(hold(), hold());
    try {
      hosts.join("v", "198.51.100.");
      hosts.join("u", "203.0.113.");
    } catch (IOException e) {
      hosts.close();
      throw e;
    }
    return hosts;
  }

  /** With a {@code /sys} of its own, where UCX looks for the devices. */
  private static Process hold() throws IOException {
    Process process =
        new ProcessBuilder(
                "unshare",
                "--net",
                "--mount",
                "sh",
                "-ec",
                "mount -t sysfs sysfs /sys; ip link set lo up; echo up; exec cat")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = process.inputReader(StandardCharsets.US_ASCII).readLine();
    if (!"up".equals(said)) {
      throw new IOException("no network namespace can be made");
    }
    return process;
  }

  private void join(String name, String network) throws IOException {
    run(
        inside(here),
        "ip",
        "link",
        "add",
        name + "a",
        "type",
        "veth",
        "peer",
        "name",
        name + "b",
        "netns",
        Long.toString(there.pid()));
    run(inside(here), "ip", "addr", "add", network + "1/24", "dev", name + "a");
    run(inside(there), "ip", "addr", "add", network + "2/24", "dev", name + "b");
    run(inside(here), "ip", "link", "set", name + "a", "up");
    run(inside(there), "ip", "link", "set", name + "b", "up");
    awaitUp(here, name + "a");
    awaitUp(there, name + "b");
  }

  /** The kernel looks at a link's state some time after it was told to bring it up. */
  private static void awaitUp(Process holder, String device) throws IOException {
    run(
        inside(holder),
        "timeout",
        "10",
        "sh",
        "-c",
        "until grep -q up /sys/class/net/" + device + "/operstate; do sleep 0.05; done");
  }

  /** Takes a device there down, as a pulled cable would. */
  void cut(String device) throws IOException {
    run(inside(there), "ip", "link", "set", device, "down");
  }

  /** The words in front of a program that is to run on this side. */
  List<String> here() {
    return inside(here);
  }

  /** The words in front of a program that is to run on the other side. */
  List<String> there() {
    return inside(there);
  }

  private static List<String> inside(Process holder) {
    return List.of("nsenter", "--net", "--mount", "--target", Long.toString(holder.pid()));
  }

  private static void run(List<String> inside, String... command) throws IOException {
    List<String> words = new ArrayList<>(inside);
    words.addAll(List.of(command));
    int status =
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .onExit()
            .join()
            .exitValue();
    if (status != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + status);
    }
  }

  @Override
  public void close() {
    for (Process holder : List.of(here, there)) {
      holder.destroyForcibly().onExit().join();
    }
  }
}
