package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import io.sluice.mover.Place;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final BytePath PATH = BytePath.of("/data");
  private static final Place HOST = new Place(Place.Scheme.HOST, "", "host2", 0, PATH);

  @Test
  void aMoverPlaceNeverGoesBySsh() {
    Place place = Place.on("host2", 0, PATH);

    assertThat(Route.to(place, false, "")).isEqualTo(Route.DAEMON);
    assertThat(Route.to(place, true, "ssh -v")).isEqualTo(Route.DAEMON);
  }

  @Test
  void aHostWithoutATokenGoesStraightToSsh() {
    assertThat(Route.to(HOST, false, "")).isEqualTo(Route.SSH);
  }

  @Test
  void aCommandInPlaceOfSshIsTakenEvenWhereThereIsAToken() {
    assertThat(Route.to(HOST, true, "ssh -p 2222")).isEqualTo(Route.SSH);
  }

  @Test
  void aHostWithATokenIsTriedAsADaemonFirst() {
    assertThat(Route.to(HOST, true, "")).isEqualTo(Route.DAEMON_ELSE_SSH);
  }

  @Test
  void aLocalPlaceNeedsNone() {
    assertThatThrownBy(() -> Route.to(Place.local(PATH), true, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
