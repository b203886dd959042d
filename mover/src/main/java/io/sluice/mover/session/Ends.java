package io.sluice.mover.session;

import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the two ends of a session share: it decides how their processor time adds up. */
enum Ends {
  /** Each has a host of its own. */
  APART,
  /** Two processes under one kernel: each counts its own time of the same processors. */
  ONE_HOST,
  /** One process: both count the same time. */
  ONE_PROCESS;

  private static final Set<String> SERVED_HERE = ConcurrentHashMap.newKeySet();

  /** A server in this process holds a session, by its id in hexadecimal, until it is over. */
  static void served(String session) {
    SERVED_HERE.add(session);
  }

  static void over(String session) {
    SERVED_HERE.remove(session);
  }

  /** To ask while the session is there: its id is the server's choice, and random. */
  static Ends of(byte[] session, boolean oneHost) {
    if (SERVED_HERE.contains(HexFormat.of().formatHex(session))) {
      return ONE_PROCESS;
    }
    return oneHost ? ONE_HOST : APART;
  }
}
