package io.sluice.mover;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a {@link Place} out of an argument: see {@link Place#parse(byte[])}. */
final class PlaceParser {
  private static final String SCHEME = "mover://";

  // A host or user never begins with a hyphen: ssh would take it for an option.
  private static final String NAME = "[A-Za-z0-9_.][A-Za-z0-9_.-]*";
  private static final String IPV6 = "\\[([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9_.-]+)?)]";
  private static final String HOST = "(?:(" + NAME + ")|" + IPV6 + ")";
  private static final Pattern ON_HOST =
      Pattern.compile("(?:([A-Za-z0-9_.+\\\\][A-Za-z0-9_.+\\\\@-]*)@)?" + HOST + ":");
  private static final Pattern AUTHORITY = Pattern.compile(HOST + "(?::([0-9]{1,5}))?");
  private static final int USER = 1;
  private static final int MOST_PORT = 65535;

  private PlaceParser() {}

  static Place parse(byte[] argument) {
    if (argument.length == 0) {
      throw new IllegalArgumentException("a place is empty: it needs at least a name");
    }
    // Each char one byte, so that indices are the same in both.
    String text = new String(argument, StandardCharsets.ISO_8859_1);
    if (text.startsWith(SCHEME)) {
      return onDaemon(text);
    }
    Matcher matcher = ON_HOST.matcher(text);
    if (text.indexOf(':') >= 0 && matcher.lookingAt()) {
      String user = matcher.group(USER) == null ? "" : matcher.group(USER);
      return new Place(
          Place.Scheme.HOST, user, host(matcher, USER + 1), 0, path(text, matcher.end()));
    }
    return Place.local(BytePath.of(argument));
  }

  private static Place onDaemon(String text) {
    int slash = text.indexOf('/', SCHEME.length());
    if (slash < 0) {
      throw malformed(text, "it needs a path: mover://host/path");
    }
    Matcher matcher = AUTHORITY.matcher(text.substring(SCHEME.length(), slash));
    if (!matcher.matches()) {
      throw malformed(text, "between the slashes stands host or host:port, an IPv6 in brackets");
    }
    int port = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    if (matcher.group(3) != null && (port < 1 || port > MOST_PORT)) {
      throw malformed(text, "a port is from 1 to " + MOST_PORT);
    }
    return Place.on(host(matcher, 1), port, path(text, slash));
  }

  private static String host(Matcher matcher, int group) {
    return matcher.group(group) == null ? matcher.group(group + 1) : matcher.group(group);
  }

  private static BytePath path(String text, int from) {
    return BytePath.of(text.substring(from).getBytes(StandardCharsets.ISO_8859_1));
  }

  private static IllegalArgumentException malformed(String text, String why) {
    return new IllegalArgumentException(
        BytePath.of(text.getBytes(StandardCharsets.ISO_8859_1)) + ": " + why);
  }
}
