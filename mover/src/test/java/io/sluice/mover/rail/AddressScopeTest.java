package io.sluice.mover.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressScopeTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, LOOPBACK",
    "127.255.255.254, LOOPBACK",
    "::1, LOOPBACK",
    "169.254.0.1, LINK_LOCAL",
    "169.253.255.255, PUBLIC",
    "169.255.0.0, PUBLIC",
    "fe80::1, LINK_LOCAL",
    "febf::1, LINK_LOCAL",
    "fec0::1, PUBLIC",
    "10.0.0.0, PRIVATE",
    "10.255.255.255, PRIVATE",
    "9.255.255.255, PUBLIC",
    "11.0.0.0, PUBLIC",
    "172.16.0.0, PRIVATE",
    "172.31.255.255, PRIVATE",
    "172.15.255.255, PUBLIC",
    "172.32.0.0, PUBLIC",
    "192.168.0.0, PRIVATE",
    "192.168.255.255, PRIVATE",
    "192.167.255.255, PUBLIC",
    "192.169.0.0, PUBLIC",
    "100.64.0.0, PRIVATE",
    "100.127.255.255, PRIVATE",
    "100.63.255.255, PUBLIC",
    "100.128.0.0, PUBLIC",
    "fc00::1, PRIVATE",
    "fdff:ffff::1, PRIVATE",
    "fbff::1, PUBLIC",
    "fe00::1, PUBLIC",
    "8.8.8.8, PUBLIC",
    "2001:db8::1, PUBLIC",
    "0.0.0.0, PUBLIC",
    "::, PUBLIC",
  })
  void anAddressHasTheScopeOfItsRange(String address, AddressScope scope)
      throws UnknownHostException {
    assertThat(AddressScope.of(InetAddress.getByName(address))).isEqualTo(scope);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, LOOPBACK",
    "10.1.2.3, PRIVATE",
    "169.254.7.7, LINK_LOCAL",
    "192.0.2.1, PUBLIC"
  })
  void anIpv4AddressInsideAnIpv6OneCountsAsWhatItIs(String address, AddressScope scope)
      throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = -1;
    mapped[11] = -1;
    System.arraycopy(InetAddress.getByName(address).getAddress(), 0, mapped, 12, 4);

    assertThat(AddressScope.of(Inet6Address.getByAddress(null, mapped, -1))).isEqualTo(scope);
  }

  @Test
  void onlyPublicIsPublic() {
    assertThat(AddressScope.values())
        .filteredOn(AddressScope::isPublic)
        .containsExactly(AddressScope.PUBLIC);
  }
}
