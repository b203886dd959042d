package io.sluice.mover.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostAddressTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 24, 10.0.0.200, 24, true",
    "10.0.0.1, 24, 10.0.1.1, 24, false",
    "10.0.0.1, 30, 10.0.0.2, 30, true",
    "10.0.0.1, 30, 10.0.0.5, 30, false",
    "10.0.0.0, 31, 10.0.0.1, 31, true",
    "10.0.0.1, 32, 10.0.0.2, 32, false",
    "10.0.0.1, 0, 192.168.0.1, 0, true",
    "10.0.0.1, 16, 10.0.1.1, 24, false",
    "10.0.1.2, 16, 10.0.1.1, 24, true",
    "fd00::1, 64, fd00::2, 64, true",
    "fd00::1, 64, fd00:0:0:1::2, 64, false",
    "fd00::1, 64, 10.0.0.1, 24, false",
  })
  void twoShareASubnetWhereEachSaysSo(
      String mine, int myBits, String theirs, int theirBits, boolean share)
      throws UnknownHostException {
    HostAddress here = new HostAddress(InetAddress.getByName(mine), myBits, "a", "", 0);
    HostAddress there = new HostAddress(InetAddress.getByName(theirs), theirBits, "b", "", 0);

    assertThat(here.sharesSubnet(there)).isEqualTo(share);
    assertThat(there.sharesSubnet(here)).isEqualTo(share);
  }

  @Test
  void aSubnetWithMoreBitsThanTheAddressIsRefused() throws UnknownHostException {
    InetAddress address = InetAddress.getByName("10.0.0.1");

    assertThatThrownBy(() -> new HostAddress(address, 33, "a", "", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to 32 bits");
  }
}
