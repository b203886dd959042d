package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RawArgumentsTest {
  @TempDir static Path folder;

  @ParameterizedTest
  @EnumSource
  void argumentsKeepTheirBytesInEveryLocale(Locales locale) throws Exception {
    Forked.Result result =
        locale
            .forked(folder)
            .script(
                "exec "
                    + Forked.java(EchoArguments.class)
                    + " $'caf\\xe9' $'caf\\xc3\\xa9' '' '?' $'\\xff\\x80'");

    assertThat(result.err()).isEmpty();
    assertThat(result.out().split("\n", -1))
        .containsExactly(
            locale.encoding(), "caf\u00e9", "caf\u00c3\u00a9", "", "?", "\u00ff\u0080", "");
  }

  @Test
  void theLastArgumentsOfACommandLineAreTheProgrammes() {
    byte[] line = "java\0-cp\0x\0Main\0copy\0\0b\0".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(RawArguments.last(line, new String[] {"copy", "", "b"}))
        .containsExactly("copy", "", "b");
  }

  @Test
  void aCommandLineThatWasCutOffIsNotTrusted() {
    byte[] line = "java\0Main\0cop".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(RawArguments.last(line, new String[] {"copy", "\u00e9"}))
        .containsExactly("copy", "\u00c3\u00a9");
  }
}
