package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.rail.HostAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private final List<HostAddress> here = new ArrayList<>();
  private final List<HostAddress> there = new ArrayList<>();

  @Test
  void neighboursComeByRateThenTheOneThatSshUsedThenTheRestAndLastWhatThisHostHasToo()
      throws UnknownHostException {
    here.add(address("192.168.7.1", 1));
    here.add(address("10.77.0.1", 32));
    here.add(address("172.17.0.1", 10));
    there.add(address("127.0.0.1", 0));
    there.add(address("172.17.0.1", 10));
    there.add(address("10.200.0.9", 100));
    there.add(address("192.168.7.2", 1));
    there.add(address("10.77.0.2", 32));

    assertThat(candidates("10.99.0.5"))
        .containsExactly(
            "10.77.0.2", "192.168.7.2", "10.99.0.5", "10.200.0.9", "127.0.0.1", "172.17.0.1");
  }

  @Test
  void publicAndLinkLocalAddressesAreLeftOut() throws UnknownHostException {
    here.add(address("203.0.113.1", 10));
    there.add(address("203.0.113.2", 10));
    there.add(address("fe80::2", 10));

    assertThat(candidates("198.51.100.7")).isEmpty();
  }

  private List<String> candidates(String used) throws UnknownHostException {
    ReadyLine ready = new ReadyLine(40123, Optional.of(InetAddress.getByName(used)), there);
    return Candidates.of(ready, here).stream()
        .map(one -> one.getAddress().getHostAddress())
        .toList();
  }

  private static HostAddress address(String text, long gigabits) throws UnknownHostException {
    return new HostAddress(InetAddress.getByName(text), 24, "", "", gigabits * 1_000_000_000L);
  }
}
