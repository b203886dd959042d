package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.rail.HostAddress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyLineTest {
  @Test
  void aLineIsReadAsItWasWritten() throws IOException {
    ReadyLine line =
        new ReadyLine(
            40123,
            Optional.of(InetAddress.getByName("192.168.7.2")),
            List.of(
                new HostAddress(InetAddress.getByName("10.77.0.2"), 24, "ib0", "", 32_000_000_000L),
                new HostAddress(InetAddress.getByName("fd00::2"), 64, "a,b=c", "", 0)));

    assertThat(ReadyLine.parse(line.toString())).contains(line);
  }

  @Test
  void nothingBehindTheLineIsRead() throws IOException {
    InputStream in = stream("hello\n\nYou have mail. SLUICE/1 port=1\nrest");

    assertThat(ReadyLine.await(in)).map(ReadyLine::port).contains(1);
    assertThat(in.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("rest");
  }

  @Test
  void aStreamWithoutALineIsEmpty() throws IOException {
    assertThat(ReadyLine.await(stream("Welcome to SLUICE\n"))).isEmpty();
  }

  @Test
  void fieldsOfALaterVersionAreSkipped() throws IOException {
    assertThat(ReadyLine.parse("SLUICE/1 colour=blue port=7 x")).map(ReadyLine::port).contains(7);
  }

  @Test
  void anotherVersionIsNamedBesideThisOne() {
    assertThatThrownBy(() -> ReadyLine.parse("SLUICE/2 port=7"))
        .isInstanceOf(SshException.class)
        .hasMessageContaining("version 2")
        .hasMessageContaining("this one 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SLUICE/1",
        "SLUICE/1 port=0",
        "SLUICE/1 port=65536",
        "SLUICE/1 port=x",
        "SLUICE/1 port=7 used=host.example",
        "SLUICE/1 port=7 address=10.0.0.1",
        "SLUICE/1 port=7 address=10.0.0.1/33,0,eth0",
        "SLUICE/1 port=7 address=10.0.0.1/24,-1,eth0",
        "SLUICE/1 port=7 address=host.example/24,0,eth0",
      })
  void aDamagedLineIsAnError(String line) {
    assertThatThrownBy(() -> ReadyLine.parse(line)).isInstanceOf(SshException.class);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }
}
