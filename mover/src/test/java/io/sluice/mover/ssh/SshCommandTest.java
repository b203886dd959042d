package io.sluice.mover.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshCommandTest {
  private static final Duration TEN = Duration.ofSeconds(10);

  @Test
  void sshItselfIsAskedForNoTerminalAndNoForwarding() throws SshException {
    SshCommand command = SshCommand.to("", "joe", "host2", "mover", TEN);

    assertThat(command.program()).isEqualTo("ssh");
    assertThat(command.words()).startsWith("ssh").contains("-T", "-oClearAllForwardings=yes");
    assertThat(command.words()).endsWith("-l", "joe", "host2", "mover", "serve", "--stdio");
  }

  @Test
  void whatStandsInForSshGetsNoOptionsOfSsh() throws SshException {
    SshCommand command = SshCommand.to("/usr/bin/rsh  -4", "", "host2", "/opt/bin/mover", TEN);

    assertThat(command.program()).isEqualTo("rsh");
    assertThat(command.words())
        .containsExactly("/usr/bin/rsh", "-4", "host2", "/opt/bin/mover", "serve", "--stdio");
  }

  @ParameterizedTest
  @CsvSource({"'', -oProxyCommand=id", "-l, host2", "'', ''"})
  void aHostThatSshWouldTakeForAnOptionIsRefused(String user, String host) {
    assertThatThrownBy(() -> SshCommand.to("", user, host, "mover", TEN))
        .isInstanceOf(SshException.class);
  }
}
