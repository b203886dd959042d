package io.sluice.mover.ssh;

import java.util.List;
import java.util.Locale;

/** Says why no server came up, from the exit status of ssh and what was printed. */
final class SshFailure {
  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;
  private static final int SSH_ITSELF = 255;

  private SshFailure() {}

  /**
   * The reason and what to do.
   *
   * @param command that was run
   * @param status its exit status
   * @param said the last lines of its standard error
   */
  static SshException of(SshCommand command, int status, List<String> said) {
    String last = said.isEmpty() ? "" : said.get(said.size() - 1);
    String all = String.join("; ", said);
    if (status == SSH_ITSELF) {
      return new SshException(
          last.isEmpty() ? command.program() + " could not log in and did not say why" : all);
    }
    if (status == NOT_FOUND || status == NOT_EXECUTABLE) {
      boolean java = all.toLowerCase(Locale.ROOT).contains("java");
      return new SshException(
          (last.isEmpty() ? "the mover was not found there" : last)
              + (java
                  ? ": install Java 17 or newer there"
                  : ": unpack sluice-VERSION.tar.gz there (it needs only Java 17) and put its bin"
                      + " folder on the PATH that ssh commands get, or give --remote-mover with"
                      + " the full path of bin/mover; or run mover serve there"));
    }
    return new SshException(
        command.program()
            + " ended with status "
            + status
            + " before the mover there was ready"
            + (last.isEmpty() ? "" : ": " + all));
  }
}
