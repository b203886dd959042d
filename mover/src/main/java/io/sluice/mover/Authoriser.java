package io.sluice.mover;

import java.net.SocketAddress;
import java.util.List;

/** Decides on each session whose peer has proved its key, before any file is touched. */
@FunctionalInterface
public interface Authoriser {
  /** Lets every session in. */
  Authoriser ALL = request -> null;

  /**
   * What a session asks for.
   *
   * @param peer the client's address
   * @param writes whether the client wants to write here
   * @param paths what it wants to read, or where it wants to write
   */
  record Request(SocketAddress peer, boolean writes, List<BytePath> paths) {}

  /**
   * Decides. Called on a thread of the server; may block for a short while.
   *
   * @return {@code null} to let it in, else the reason that the client is told
   */
  String refuse(Request request);
}
