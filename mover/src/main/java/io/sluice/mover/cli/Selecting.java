package io.sluice.mover.cli;

import io.sluice.mover.filter.FileList;
import io.sluice.mover.filter.Lines;
import io.sluice.mover.filter.Rules;
import io.sluice.mover.filter.Selection;
import io.sluice.mover.filter.Sizes;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** What of a tree takes part: options of every command that works on trees. */
@SuppressWarnings("UnusedVariable") // picocli fills one list through four options
final class Selecting {
  /** What was given, in its order, which decides: each with a letter for its option in front. */
  private final List<String> given = new ArrayList<>();

  @SuppressWarnings("unused") // shares the list
  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      parameterConsumer = Exclude.class,
      description =
          "Leave out what the pattern fits, as rsync does: the first of all patterns that fits"
              + " decides. Repeatable.")
  private List<String> exclude = given;

  @SuppressWarnings("unused") // shares the list
  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      parameterConsumer = Include.class,
      description = "Leave in what the pattern fits. Repeatable.")
  private List<String> include = given;

  @SuppressWarnings("unused") // shares the list
  @Option(
      names = "--exclude-from",
      paramLabel = "FILE",
      parameterConsumer = ExcludeFrom.class,
      description =
          "Read patterns from FILE, one a line; '+ ' in front of one leaves in what it fits. - is"
              + " standard input.")
  private List<String> excludeFrom = given;

  @SuppressWarnings("unused") // shares the list
  @Option(
      names = "--include-from",
      paramLabel = "FILE",
      parameterConsumer = IncludeFrom.class,
      description = "The same; '- ' in front of a pattern leaves out what it fits.")
  private List<String> includeFrom = given;

  @Option(
      names = "--files-from",
      paramLabel = "FILE",
      description =
          "Only what FILE names, one a line, with the folders above it; a folder with all in it"
              + " where a slash ends its name. - is standard input.")
  private String filesFrom;

  @Option(
      names = {"-0", "--from0"},
      description = "A NUL ends the names and patterns in files, as find -print0 writes them.")
  private boolean nul;

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description = "Leave out files with more bytes.")
  private String maxSize;

  @Option(
      names = "--min-size",
      paramLabel = "SIZE",
      description = "Leave out files with fewer bytes.")
  private String minSize;

  /**
   * The library's form.
   *
   * @param first rules that come before the user's
   * @throws UsageException where a value is not one, or a file can't be read
   */
  Selection selection(Rules first) {
    List<byte[]> texts = new ArrayList<>();
    for (String one : given) {
      String value = one.substring(1);
      switch (one.charAt(0)) {
        case 'e' -> texts.add(ByteText.bytes(value));
        case 'i' -> texts.add(included(ByteText.bytes(value)));
        case 'E' -> texts.addAll(lines(value));
        default -> lines(value).forEach(line -> texts.add(included(line)));
      }
    }
    try {
      FileList list = filesFrom == null ? null : FileList.of(lines(filesFrom));
      Sizes sizes =
          new Sizes(
              minSize == null ? 0 : size("--min-size", minSize),
              maxSize == null ? Long.MAX_VALUE : size("--max-size", maxSize));
      return new Selection(first.and(Rules.parse(texts)), list, sizes);
    } catch (IllegalArgumentException e) {
      throw new UsageException(ByteText.of(e.getMessage()));
    }
  }

  private static byte[] included(byte[] rule) {
    boolean sign = rule.length >= 2 && (rule[0] == '+' || rule[0] == '-') && rule[1] == ' ';
    if (sign || (rule.length == 1 && rule[0] == '!')) {
      return rule;
    }
    byte[] included = new byte[rule.length + 2];
    included[0] = '+';
    included[1] = ' ';
    System.arraycopy(rule, 0, included, 2, rule.length);
    return included;
  }

  private static long size(String option, String text) {
    try {
      return Amounts.size(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  private List<byte[]> lines(String file) {
    try (InputStream in =
        file.equals("-")
            ? System.in
            : new FileInputStream(Path.of(ByteText.decoded(file)).toFile())) {
      byte[] bytes = in.readAllBytes();
      return nul ? Lines.endedByNul(bytes) : Lines.of(bytes);
    } catch (IOException e) {
      throw new UsageException(file + " can't be read: " + ByteText.of(e.getMessage()));
    }
  }

  /** Notes a value; the options share one list, so that their order among each other is kept. */
  private abstract static class Consumer implements IParameterConsumer {
    private final char letter;

    Consumer(char letter) {
      this.letter = letter;
    }

    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      if (arguments.isEmpty()) {
        throw new UsageException(((OptionSpec) option).longestName() + ": a value is missing");
      }
      List<String> values = option.getValue();
      values.add(letter + arguments.pop());
    }
  }

  static final class Exclude extends Consumer {
    Exclude() {
      super('e');
    }
  }

  static final class Include extends Consumer {
    Include() {
      super('i');
    }
  }

  static final class ExcludeFrom extends Consumer {
    ExcludeFrom() {
      super('E');
    }
  }

  static final class IncludeFrom extends Consumer {
    IncludeFrom() {
      super('I');
    }
  }
}
