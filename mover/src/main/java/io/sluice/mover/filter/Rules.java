package io.sluice.mover.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.mover.BytePath;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * rsync's include and exclude patterns: the first that fits an entry decides, and what none fits
 * takes part. Immutable.
 *
 * <ul>
 *   <li>A pattern without a slash is a name, at any depth; {@code /name} is that name in the root
 *       alone; {@code a/b} are the last two names of a path.
 *   <li>A slash at the end makes it fit folders only; {@code name/***} is the folder with all in
 *       it.
 *   <li>{@code *}, {@code ?} and {@code [set]} fit no slash, {@code **} does.
 *   <li>What is below a folder that is left out is not looked at: to include it, its folders must
 *       be included before.
 * </ul>
 */
public final class Rules implements Filter {
  /** No rules: all takes part. */
  public static final Rules NONE = new Rules(List.of());

  /** Rules that fit in one frame of the protocol with room to spare. */
  static final int MOST_BYTES = 256 << 10;

  private final Rule[] rules;

  private Rules(List<Rule> rules) {
    this.rules = rules.toArray(Rule[]::new);
  }

  /**
   * The rules in this order, each a pattern to exclude, or with a {@code "+ "} or {@code "- "} in
   * front one to include or exclude. A {@code "!"} alone forgets those before it.
   *
   * @throws IllegalArgumentException where a pattern is empty or all are too much
   */
  public static Rules parse(List<byte[]> texts) {
    List<Rule> rules = new ArrayList<>();
    long size = 0;
    for (byte[] text : texts) {
      if (text.length == 1 && text[0] == '!') {
        rules.clear();
        continue;
      }
      boolean sign = text.length >= 2 && text[1] == ' ' && (text[0] == '+' || text[0] == '-');
      byte[] pattern = sign ? Arrays.copyOfRange(text, 2, text.length) : text.clone();
      if (pattern.length == 0) {
        throw new IllegalArgumentException("a pattern is empty");
      }
      size += pattern.length + 3;
      rules.add(new Rule(sign && text[0] == '+', pattern));
    }
    if (size > MOST_BYTES) {
      throw new IllegalArgumentException("the patterns are more than 256 KiB");
    }
    return new Rules(rules);
  }

  /** See {@link #parse(List)}, for patterns in UTF-8. */
  public static Rules of(String... texts) {
    List<byte[]> bytes = new ArrayList<>();
    for (String text : texts) {
      bytes.add(text.getBytes(UTF_8));
    }
    return parse(bytes);
  }

  /**
   * What is local to a GlusterFS brick and never part of its replica: its health check, its queues
   * of pending heals, what it deletes at leisure or holds apart as damaged, its change logs. The
   * handles below {@code .glusterfs}, which are hard links to the files, do belong to it.
   */
  public static Rules brick() {
    return of(
        "/.glusterfs/health_check",
        "/.glusterfs/indices",
        "/.glusterfs/landfill",
        "/.glusterfs/unlink",
        "/.glusterfs/quarantine",
        "/.glusterfs/changelogs");
  }

  /** These rules, and those after them where none of these fits. */
  public Rules and(Rules later) {
    List<Rule> all = new ArrayList<>(List.of(rules));
    all.addAll(List.of(later.rules));
    return new Rules(all);
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return rules.length == 0;
  }

  @Override
  public boolean excludes(BytePath path, boolean folder) {
    if (rules.length == 0 || path.isEmpty()) {
      return false;
    }
    int length = path.length();
    byte[] text = new byte[length + 2];
    text[0] = '/';
    for (int i = 0; i < length; i++) {
      text[i + 1] = path.at(i);
    }
    text[length + 1] = '/';
    for (Rule rule : rules) {
      if (rule.fits(text, folder)) {
        return !rule.includes();
      }
    }
    return false;
  }

  /** The rules for {@link #parse(List)}, each ended by a NUL. */
  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Rule rule : rules) {
      out.write(rule.includes() ? '+' : '-');
      out.write(' ');
      out.writeBytes(rule.text());
      out.write(0);
    }
    return out.toByteArray();
  }
}
