package io.sluice.mover.ssh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of the command that starts a server on another host.
 *
 * @param words program and arguments
 * @param program what to call it in messages: {@code ssh}
 */
public record SshCommand(List<String> words, String program) {
  /** What is started on the other host unless told otherwise. */
  public static final String REMOTE_MOVER = "mover";

  /** Makes the words unmodifiable. */
  public SshCommand {
    words = List.copyOf(words);
  }

  /**
   * The command for a host.
   *
   * @param rsh stands in for ssh, words separated by spaces; empty for ssh itself
   * @param user to log in as, or empty
   * @param host name or address, without brackets
   * @param remoteMover the program there, as that host's shell reads it
   * @param connect how long ssh itself may try to connect
   * @throws SshException for a user or host that ssh would take for an option
   */
  public static SshCommand to(
      String rsh, String user, String host, String remoteMover, Duration connect)
      throws SshException {
    if (host.isEmpty() || host.startsWith("-") || user.startsWith("-")) {
      throw new SshException("\"" + (user + " " + host).trim() + "\" is no name of a host");
    }
    List<String> words = new ArrayList<>();
    if (rsh.isBlank()) {
      // No terminal, X11 or forwardings of the user's configuration; a shared connection may be
      // used but must not hang on this one, which is killed if need be.
      words.addAll(List.of("ssh", "-T", "-x", "-oClearAllForwardings=yes", "-oControlMaster=no"));
      words.add("-oConnectTimeout=" + Math.max(1, connect.toSeconds()));
    } else {
      words.addAll(List.of(rsh.trim().split(" +")));
    }
    String program = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
    if (!user.isEmpty()) {
      words.add("-l");
      words.add(user);
    }
    words.add(host);
    words.addAll(List.of(remoteMover.trim().split(" +")));
    words.add("serve");
    words.add("--stdio");
    return new SshCommand(words, program);
  }
}
