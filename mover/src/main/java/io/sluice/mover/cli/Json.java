package io.sluice.mover.cli;

import io.sluice.mover.BytePath;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * Writes one JSON object on one line, in ASCII, so that no locale and no terminal can spoil it. The
 * command only ever writes JSON, a dozen flat records of it, which is why there is no library here:
 * loading one takes longer than a small copy.
 */
final class Json {
  private final StringBuilder text = new StringBuilder();
  private boolean first = true;

  private Json() {}

  /** The line for an event. */
  static String event(String name, Consumer<Json> fields) {
    Json json = new Json();
    json.text.append('{');
    json.field("schema", 1).field("event", name);
    fields.accept(json);
    return json.text.append('}').toString();
  }

  Json field(String name, String value) {
    key(name);
    quoted(value);
    return this;
  }

  Json field(String name, long value) {
    key(name);
    text.append(value);
    return this;
  }

  /** Six decimals, which for seconds are microseconds. */
  Json field(String name, double value) {
    key(name);
    text.append(Double.isFinite(value) ? Amounts.decimals(value, 6) : "0");
    return this;
  }

  /** {@code path} for people and programs, and {@code path_b64} where its bytes are not UTF-8. */
  Json path(BytePath path) {
    if (path.isUtf8()) {
      return field("path", new String(path.bytes(), java.nio.charset.StandardCharsets.UTF_8));
    }
    return field("path", path.toString())
        .field("path_b64", Base64.getEncoder().encodeToString(path.bytes()));
  }

  Json object(String name, Consumer<Json> fields) {
    key(name);
    braces(fields);
    return this;
  }

  <T> Json array(String name, Iterable<T> values, java.util.function.BiConsumer<Json, T> each) {
    key(name);
    text.append('[');
    String separator = "";
    for (T value : values) {
      text.append(separator);
      braces(json -> each.accept(json, value));
      separator = ",";
    }
    text.append(']');
    return this;
  }

  Json strings(String name, Iterable<String> values) {
    key(name);
    text.append('[');
    String separator = "";
    for (String value : values) {
      text.append(separator);
      quoted(value);
      separator = ",";
    }
    text.append(']');
    return this;
  }

  private void braces(Consumer<Json> fields) {
    boolean outer = first;
    first = true;
    text.append('{');
    fields.accept(this);
    text.append('}');
    first = outer;
  }

  private void key(String name) {
    if (!first) {
      text.append(',');
    }
    first = false;
    quoted(name);
    text.append(':');
  }

  private void quoted(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c >= 0x20 && c < 0x7f) {
        text.append(c);
      } else {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(Character.forDigit(c >> shift & 15, 16));
        }
      }
    }
    text.append('"');
  }
}
