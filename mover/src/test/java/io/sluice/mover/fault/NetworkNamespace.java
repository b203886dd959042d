package io.sluice.mover.fault;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network of its own on this host, joined to others by veth pairs. Needs root and iproute2.
 * Closing removes it with all its links; programs that run in it are the test's to end.
 */
public final class NetworkNamespace implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String name;
  private int links;

  private NetworkNamespace(String name) {
    this.name = name;
  }

  /** Makes one in which only loopback is up. */
  public static NetworkNamespace create() throws IOException {
    Needs.root();
    Needs.program("ip", "iproute2");
    NetworkNamespace made =
        new NetworkNamespace("sl" + ProcessHandle.current().pid() + "n" + NUMBER.incrementAndGet());
    Shell.run("ip", "netns", "add", made.name);
    made.run("ip", "link", "set", "lo", "up");
    return made;
  }

  /** A link between two namespaces; the addresses have a slash and the bits of the subnet. */
  public static void join(
      NetworkNamespace a, String addressOfA, NetworkNamespace b, String addressOfB)
      throws IOException {
    String inA = "v" + ++a.links;
    String inB = "v" + ++b.links;
    a.run("ip", "link", "add", inA, "type", "veth", "peer", "name", inB, "netns", b.name);
    a.bringUp(inA, addressOfA);
    b.bringUp(inB, addressOfB);
    a.awaitUp(inA);
    b.awaitUp(inB);
  }

  /** A link between the namespace in which the tests run and this one. */
  public void joinHere(String addressHere, String addressThere) throws IOException {
    String here = name + "h" + ++links;
    String there = "v" + links;
    Shell.run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
    Shell.run("ip", "addr", "add", addressHere, "dev", here);
    Shell.run("ip", "link", "set", here, "up");
    bringUp(there, addressThere);
    awaitUp(there);
  }

  private void bringUp(String device, String address) throws IOException {
    run("ip", "addr", "add", address, "dev", device);
    run("ip", "link", "set", device, "up");
  }

  /** The kernel looks at a link's state some time after it was told to bring it up. */
  private void awaitUp(String device) throws IOException {
    String look = "until grep -q up /sys/class/net/" + device + "/operstate; do :; done";
    run("timeout", "10", "sh", "-c", look);
  }

  /** Runs a program inside, which must succeed, and returns what it printed. */
  public String run(String... words) throws IOException {
    List<String> all = new java.util.ArrayList<>(inside());
    all.addAll(List.of(words));
    return Shell.run(all.toArray(String[]::new));
  }

  /** The words before those of a program that is to run inside. */
  public List<String> inside() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Lets no more than so much out of a device ({@code v1}, {@code v2}, … as they were joined). */
  public void limit(String device, String rate) throws IOException {
    run(
        "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", "256kb",
        "latency", "50ms");
  }

  /** The largest packet of a device, in bytes. */
  public void mtu(String device, int bytes) throws IOException {
    run("ip", "link", "set", device, "mtu", Integer.toString(bytes));
  }

  /** Takes a device down, as a pulled cable would. */
  public void cut(String device) throws IOException {
    run("ip", "link", "set", device, "down");
  }

  /**
   * Swallows what TCP servers inside would answer from these ports, as a firewall that drops
   * silently.
   */
  public void swallow(String ports) throws IOException {
    run("ip", "rule", "add", "pref", "1", "ipproto", "tcp", "sport", ports, "blackhole");
  }

  @Override
  public void close() throws IOException {
    Shell.run("ip", "netns", "del", name);
  }
}
