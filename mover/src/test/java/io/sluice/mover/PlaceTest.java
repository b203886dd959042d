package io.sluice.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Place.Scheme;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {
  @ParameterizedTest
  @CsvSource({
    "host:path, '', host, path",
    "host:/data/f, '', host, /data/f",
    "host:, '', host, ''",
    "me@host:f, me, host, f",
    "DOMAIN\\me@host:f, DOMAIN\\me, host, f",
    "me@work@host:f, me@work, host, f",
    "host:a:b, '', host, a:b",
    "host::module, '', host, :module",
    "10.0.0.1:/f, '', 10.0.0.1, /f",
    "a_b-c.example:f, '', a_b-c.example, f",
    "C:/x, '', C, /x",
    "mover:/x, '', mover, /x",
    "[::1]:/f, '', ::1, /f",
    "[fe80::1%eth0]:f, '', fe80::1%eth0, f",
    "[::ffff:10.0.0.1]:f, '', ::ffff:10.0.0.1, f",
    "me@[2001:db8::1]:f, me, 2001:db8::1, f"
  })
  void bytesBeforeTheFirstColonNameAHost(String text, String user, String host, String path) {
    assertThat(Place.parse(text))
        .isEqualTo(new Place(Scheme.HOST, user, host, 0, BytePath.of(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file",
        "/data/f",
        "./a:b",
        "/a:b",
        "dir/a:b",
        ":f",
        "@host:f",
        "me@:f",
        "-oProxyCommand=x:f",
        "-host:f",
        "-me@host:f",
        "a b:c",
        "[x]y:z",
        "[host]:f",
        "[::1]f",
        "[::1",
        "h\u00e9:f",
        "a%20b",
        "."
      })
  void whateverCannotBeAHostIsLocal(String text) {
    assertThat(Place.parse(text)).isEqualTo(Place.local(BytePath.of(text)));
  }

  @ParameterizedTest
  @CsvSource({
    "mover://host/data/f, host, 0, /data/f",
    "mover://host/, host, 0, /",
    "mover://host:7421/f, host, 7421, /f",
    "mover://[::1]/f, ::1, 0, /f",
    "mover://[::1]:65535/f, ::1, 65535, /f",
    "mover://host/a:b, host, 0, /a:b",
    "mover://host/a%20b, host, 0, /a%20b",
    "mover://host//f, host, 0, //f"
  })
  void aMoverPlaceNamesADaemon(String text, String host, int port, String path) {
    assertThat(Place.parse(text)).isEqualTo(Place.on(host, port, BytePath.of(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mover://",
        "mover:///f",
        "mover://host",
        "mover://host:/f",
        "mover://host:0/f",
        "mover://host:65536/f",
        "mover://host:123456/f",
        "mover://host:x/f",
        "mover://me@host/f",
        "mover://::1/f",
        "mover://[::1/f",
        "mover://-host/f",
        "mover://ho st/f"
      })
  void aMalformedPlaceIsRefused(String text) {
    assertThatThrownBy(() -> Place.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void aNameAfterASlashIsAlwaysLocal(@ForAll("names") byte[] name) {
    byte[] path = concat("./".getBytes(StandardCharsets.UTF_8), name);
    assertThat(Place.parse(path)).isEqualTo(Place.local(BytePath.of(path)));
  }

  @Property
  void thePathOnAHostKeepsItsBytes(@ForAll("names") byte[] name) {
    Place place = Place.parse(concat("host:".getBytes(StandardCharsets.UTF_8), name));
    assertThat(place.host()).isEqualTo("host");
    assertThat(place.path()).isEqualTo(BytePath.of(name));
  }

  @Property
  void anyBytesAreAPlaceOrRefused(@ForAll("names") byte[] name) {
    try {
      Place place = Place.parse(name);
      assertThat(place.isLocal()).isEqualTo(place.host().isEmpty());
      assertThat(place.host()).doesNotStartWith("-");
      assertThat(place.user()).doesNotStartWith("-");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("(?s).+: .+");
    }
  }

  @Test
  void aLongArgumentIsReadInTimeThatGrowsWithItsLength() {
    String user = "a@".repeat(100_000);
    assertThat(Place.parse(user + "/f").isLocal()).isTrue();
  }

  @Provide
  Arbitrary<byte[]> names() {
    return Arbitraries.bytes()
        .between((byte) -128, (byte) 127)
        .filter(b -> b != 0)
        .array(byte[].class)
        .ofMinSize(1)
        .ofMaxSize(40)
        .edgeCases(edges -> edges.add("mover://h/\u00ff:".getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    byte[] all = java.util.Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return all;
  }
}
