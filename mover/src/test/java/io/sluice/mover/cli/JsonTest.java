package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.BytePath;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void anEventIsOneLineThatBeginsWithItsSchema() {
    String line = Json.event("progress", json -> json.field("bytes", 5).field("seconds", 0.25));
    assertThat(line)
        .isEqualTo("{\"schema\":1,\"event\":\"progress\",\"bytes\":5,\"seconds\":0.250000}");
  }

  @Test
  void quotesControlCharactersAndWhatIsNotAscii() {
    String line = Json.event("e", json -> json.field("t", "a\"b\\c\nd\u00e9\ud83d\ude00\u007f"));
    assertThat(line).contains("\"t\":\"a\\\"b\\\\c\\u000ad\\u00e9\\ud83d\\ude00\\u007f\"");
  }

  @Test
  void aNameThatIsUtf8IsAPathAlone() {
    String line = Json.event("e", json -> json.path(BytePath.of("/caf\u00e9")));
    assertThat(line).contains("\"path\":\"/caf\\u00e9\"").doesNotContain("path_b64");
  }

  @Test
  void aNameThatIsNotUtf8IsGivenInBase64Too() {
    String line = Json.event("e", json -> json.path(BytePath.of(new byte[] {'/', (byte) 0xe9})));
    assertThat(line).contains("\"path\":\"/\\\\xe9\"").contains("\"path_b64\":\"L+k=\"");
  }

  @Test
  void objectsAndArraysSeparateTheirFields() {
    String line =
        Json.event(
            "e",
            json ->
                json.array("a", List.of(1, 2), (one, value) -> one.field("v", value).field("w", 0))
                    .object("o", o -> o.field("x", "y"))
                    .strings("s", List.of("p", "q"))
                    .field("end", 1));
    assertThat(line)
        .endsWith(
            ",\"a\":[{\"v\":1,\"w\":0},{\"v\":2,\"w\":0}],\"o\":{\"x\":\"y\"},"
                + "\"s\":[\"p\",\"q\"],\"end\":1}");
  }
}
